// Reading of words by a driver.

#ifndef HALFPIPE_DRIVE_H_
#define HALFPIPE_DRIVE_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

void receive(uint32_t* words, size_t count) {
    if (fread(words, sizeof *words, count, stdin) != count) {
        printf("the input ends early\n");
        exit(2);
    }
}

uint32_t receive() {
    uint32_t word = 0;
    receive(&word, 1);
    return word;
}

}  // namespace

#endif
