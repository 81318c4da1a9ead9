// The top of a board at the other end of a line: nothing of it is seen but its pins.
//
//   line LENGTH          carries out the exchanges on standard input
//   line LENGTH terminal is a serial port: prints the name of a pseudo-terminal, and ends with its standard input
//
// LENGTH is that of a bit on the line, in 256ths of a clock. An exchange is a count of symbols, a count of bytes to wait
// for and the symbols; its answer is a count of bytes and the bytes. All are words of 32 bits in the machine's byte order.

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <deque>
#include <vector>

#include "Vtop.h"
#include "verilated.h"

namespace {

// What is added to the lowest eight bits of a symbol.
enum Symbol : uint32_t {
    // The byte has no stop bit: the line stays low, and is high for a bit after that.
    BROKEN = 0x100,
    // The upper half says for how many bits the line is high.
    PAUSE = 0x200,
    // The line is low for a quarter of a bit, then high for a bit.
    GLITCH = 0x400,
};

// The longest time from the end of a request to its answer, in bits, without the answer's own.
const uint64_t PATIENCE = 400;

// For how many bits the line is watched after the last byte that was waited for.
const uint64_t AFTERWARDS = 12;

class Line {
public:
    explicit Line(uint64_t length) : length(length) {
        model.receive = 1;
        // The board's own start.
        for (int i = 0; i < 64; ++i) clock();
    }

    // Lets so many 256ths of a bit pass.
    void wait(uint64_t part_of_bit) {
        until += length * part_of_bit / 256;
        for (; now < until; now += 256) clock();
    }

    void level(bool high, uint64_t part_of_bit = 256) {
        model.receive = high;
        wait(part_of_bit);
    }

    void send(uint8_t byte, bool is_broken = false) {
        level(false);
        for (int bit = 0; bit < 8; ++bit) level(byte >> bit & 1);
        level(!is_broken);
        if (is_broken) level(true);
    }

    void send_symbol(uint32_t symbol) {
        if (symbol & PAUSE) {
            for (uint32_t bit = 0; bit < symbol >> 16; ++bit) level(true);
        } else if (symbol & GLITCH) {
            level(false, 64);
            level(true);
        } else {
            send(static_cast<uint8_t>(symbol), symbol & BROKEN);
        }
    }

    bool is_transmitting() const { return receiving; }

    // What has come; a byte without a stop bit has BROKEN added.
    std::deque<uint32_t> received;

private:
    void clock() {
        model.clock = 1;
        model.eval();
        model.clock = 0;
        model.eval();
        sample(model.transmit);
    }

    void sample(bool high) {
        if (!receiving) {
            if (high) return;
            receiving = true;
            position = 0;
            bits = 0;
            byte = 0;
        }
        position += 256;
        // The middle of the next bit; the first is the start bit.
        if (position < length * bits + length / 2) return;
        if (bits > 0 && bits < 9) byte |= static_cast<uint32_t>(high) << (bits - 1);
        if (bits == 9) {
            received.push_back(high ? byte : byte | BROKEN);
            receiving = false;
        }
        ++bits;
    }

    Vtop model;
    const uint64_t length;
    uint64_t now = 0, until = 0;
    bool receiving = false;
    uint64_t position = 0;
    uint32_t bits = 0, byte = 0;
};

bool take(uint32_t* words, size_t count) { return fread(words, sizeof *words, count, stdin) == count; }

int exchanges(Line& line) {
    uint32_t counts[2];
    std::vector<uint32_t> symbols, answer;
    while (take(counts, 2)) {
        symbols.resize(counts[0]);
        if (!take(symbols.data(), symbols.size())) return 1;
        for (uint32_t symbol : symbols) line.send_symbol(symbol);
        const uint64_t longest = PATIENCE + 10 * uint64_t{counts[1]};
        for (uint64_t bit = 0; bit < longest && line.received.size() < counts[1]; ++bit) line.wait(256);
        for (uint64_t bit = 0; bit < AFTERWARDS; ++bit) line.wait(256);
        answer.assign(1, static_cast<uint32_t>(line.received.size()));
        answer.insert(answer.end(), line.received.begin(), line.received.end());
        line.received.clear();
        if (fwrite(answer.data(), sizeof answer[0], answer.size(), stdout) != answer.size()) return 1;
        // What is asked next may depend on it.
        if (fflush(stdout) != 0) return 1;
    }
    return 0;
}

int terminal(Line& line) {
    const int port = posix_openpt(O_RDWR | O_NOCTTY);
    if (port < 0 || grantpt(port) != 0 || unlockpt(port) != 0) {
        perror("a pseudo-terminal");
        return 1;
    }
    // The other side is held open: it may be opened and closed by others any number of times.
    const int other = open(ptsname(port), O_RDWR | O_NOCTTY);
    termios settings;
    if (other < 0 || tcgetattr(other, &settings) != 0) {
        perror(ptsname(port));
        return 1;
    }
    cfmakeraw(&settings);
    tcsetattr(other, TCSANOW, &settings);
    printf("%s\n", ptsname(port));
    fflush(stdout);

    // For how many bits nothing has happened: a board that has nothing left to say need not be simulated.
    uint64_t quiet = 0;
    while (true) {
        pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {port, POLLIN, 0}};
        if (poll(waited, 2, quiet < PATIENCE ? 0 : -1) < 0) return 1;
        if (waited[0].revents != 0) return 0;
        if (waited[1].revents & POLLIN) {
            uint8_t bytes[256];
            const ssize_t count = read(port, bytes, sizeof bytes);
            for (ssize_t i = 0; i < count; ++i) line.send(bytes[i]);
            quiet = 0;
        }
        for (int bit = 0; bit < 16; ++bit, ++quiet) line.wait(256);
        if (line.is_transmitting()) quiet = 0;
        for (; !line.received.empty(); line.received.pop_front()) {
            const uint8_t byte = static_cast<uint8_t>(line.received.front());
            if (write(port, &byte, 1) != 1) return 1;
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    // Registers without a start value have any.
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Line line(strtoull(argv[1], nullptr, 10));
    return argc == 2 ? exchanges(line) : terminal(line);
}
