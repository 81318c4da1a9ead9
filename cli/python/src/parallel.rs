//! Long calls: without the interpreter's lock, on several threads, and open to Ctrl-C.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arrays::SliceMut;

/// The most threads of a call.
const MOST_THREADS: usize = 1024;

/// The threads of a call, and the function that is told how far it is.
pub struct Call<'py> {
    python: Python<'py>,
    pool: Option<ThreadPool>,
    progress: Option<Bound<'py, PyAny>>,
}

impl<'py> Call<'py> {
    /// Returns a call with so many threads, or one for each processor. `progress` takes the number of elements that are
    /// done and that of all.
    ///
    /// # Errors
    ///
    /// Fails without any thread, with too many, and if the system refuses one.
    pub fn new(
        python: Python<'py>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Call<'py>> {
        let pool = threads.map(pool_of).transpose()?;
        Ok(Call { python, pool, progress })
    }

    /// Fills arrays of results, which have one length. `fill` computes a task's elements: it has the place of the first
    /// one, and the task's share of each array.
    ///
    /// # Errors
    ///
    /// Fails after Ctrl-C.
    pub fn fill(
        &self,
        parts: Parts,
        mut results: Vec<SliceMut<'_>>,
        fill: impl Fn(usize, &mut [SliceMut<'_>]) + Sync,
    ) -> PyResult<()> {
        let count = results[0].len();
        let mut start = 0;
        while start < count {
            let end = count.min(start + parts.step);
            let (now, later): (Vec<_>, Vec<_>) = results.into_iter().map(|array| array.split_at(end - start)).unzip();
            results = later;
            let pool = self.pool.as_ref();
            self.python.detach(|| match pool {
                Some(pool) => pool.install(|| halve(parts.task, start, now, &fill)),
                None => halve(parts.task, start, now, &fill),
            });
            self.python.check_signals()?;
            if let Some(progress) = &self.progress {
                progress.call1((end, count))?;
            }
            start = end;
        }
        Ok(())
    }
}

/// Returns a pool of threads.
fn pool_of(count: usize) -> PyResult<ThreadPool> {
    if !(1..=MOST_THREADS).contains(&count) {
        return Err(PyValueError::new_err(format!(
            "threads is {count}; it takes 1 to {MOST_THREADS}, or None for one for each processor"
        )));
    }
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| PyValueError::new_err(format!("threads is {count}: {error}")))
}

/// The sizes of the parts of a call, in elements of the result.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The elements between two looks for Ctrl-C.
    pub step: usize,
    /// The elements that one thread computes at once.
    pub task: usize,
}

/// Divides work among threads until a task is left.
fn halve(
    task: usize,
    start: usize,
    mut results: Vec<SliceMut<'_>>,
    fill: &(impl Fn(usize, &mut [SliceMut<'_>]) + Sync),
) {
    let count = results[0].len();
    if count <= task {
        fill(start, &mut results);
        return;
    }
    let middle = count / 2;
    let (first, second): (Vec<_>, Vec<_>) = results.into_iter().map(|array| array.split_at(middle)).unzip();
    rayon::join(
        || halve(task, start, first, fill),
        || halve(task, start + middle, second, fill),
    );
}
