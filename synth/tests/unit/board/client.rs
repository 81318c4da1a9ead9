//! Unit tests of `src/board/client.rs`.

use halfpipe_isa::Instruction;

use super::*;

const PATIENCE: Duration = Duration::from_millis(2500);

fn negation() -> Function {
    "neg.f16".parse::<Instruction>().unwrap().into()
}

/// A line that delivers one byte at a time, for ever.
struct Trickle(Duration);

impl Transport for Trickle {
    fn send(&mut self, bytes: &[u8], _: Duration) -> io::Result<usize> {
        Ok(bytes.len().min(3))
    }

    fn receive(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<usize> {
        let next = Duration::from_millis(700);
        self.0 += next.min(timeout);
        if timeout < next {
            return Err(ErrorKind::TimedOut.into());
        }
        buffer[0] = 0x68;
        Ok(1)
    }

    fn now(&self) -> Duration {
        self.0
    }
}

#[test]
fn a_trickle_of_bytes_does_not_hold_an_exchange() {
    let mut line = Trickle(Duration::from_secs(60));
    let mut client = Client::new(&mut line, NonZeroU16::MAX, PATIENCE);
    for _ in 0..2 {
        assert!(matches!(
            client.request(&negation(), &[0x3C00]),
            Err(ClientError::Silent { found: 3, .. })
        ));
    }
    assert_eq!(line.now(), Duration::from_secs(60) + 2 * PATIENCE);
}

/// A line that accepts nothing.
struct Stuck(Duration);

impl Transport for Stuck {
    fn send(&mut self, _: &[u8], timeout: Duration) -> io::Result<usize> {
        self.0 += timeout;
        Err(ErrorKind::TimedOut.into())
    }

    fn receive(&mut self, _: &mut [u8], _: Duration) -> io::Result<usize> {
        panic!("nothing was sent")
    }

    fn now(&self) -> Duration {
        self.0
    }
}

#[test]
fn a_line_that_takes_nothing_does_not_hold_an_exchange() {
    let mut line = Stuck(Duration::ZERO);
    let mut client = Client::new(&mut line, NonZeroU16::MIN, PATIENCE);
    let error = client.request(&negation(), &[0x3C00]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the board did not answer within 2.5 s: 0 bytes received, without a valid answer"
    );
    assert_eq!(line.now(), PATIENCE);
}
