#!/usr/bin/env python3
"""noise.py FILE SECONDS: mono sound of 44,100 16-bit samples a second, tones that glide under noise. The same on every machine."""

import array
import math
import sys
import wave

RATE = 44100


def samples(count):
    state, phase = 1, 0.0
    for k in range(count):
        state = (1103515245 * state + 12345) % (1 << 31)
        phase += 2 * math.pi * (200 + 3000 * (k % RATE) / RATE) / RATE
        yield int(9000 * math.sin(phase) + 4000 * math.sin(3 * phase)) + (state >> 16) % 2000 - 1000


def main():
    with wave.open(sys.argv[1], "wb") as out:
        out.setparams((1, 2, RATE, 0, "NONE", ""))
        out.writeframes(array.array("h", samples(RATE * int(sys.argv[2]))).tobytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main()
