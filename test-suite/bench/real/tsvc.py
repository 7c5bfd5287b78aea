#!/usr/bin/env python3
"""tsvc.py RUNS CLANG RADDLE SOURCE REMARKS: times of TSVC's functions, medians of paired ratios.

Prints clang's seconds for all and the geometric mean of clang / raddle; then which functions are slower than 0.93, and which have no
loop on the device.
"""

import math
import os
import re
import statistics
import subprocess
import sys

LIMIT = 0.93
# Seconds below which a time says nothing; with few rounds, s176 does nothing.
LEAST = 2e-5


def run(program):
    lines = subprocess.run([program], env={**os.environ, "RADDLE_DEVICE": "auto"}, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    fields = [line.split() for line in lines]
    return {name: (float(time), checksum) for name, time, checksum in (line for line in fields if len(line) == 3 and line[0] != "Loop")}


def main():
    runs, clang, raddle, source, remarks = int(sys.argv[1]), *sys.argv[2:6]
    rounds = [(run(clang), run(raddle)) for _ in range(runs + 1)][1:]
    names = list(rounds[0][0])
    timed = [name for name in names if all(theirs[name][0] > LEAST for theirs, _ in rounds)]
    ratios = {name: statistics.median(theirs[name][0] / max(ours[name][0], 1e-6) for theirs, ours in rounds) for name in timed}
    total = statistics.median(sum(time for time, _ in theirs.values()) for theirs, _ in rounds)
    print(f"{total:.3f} {math.exp(sum(map(math.log, ratios.values())) / len(ratios)):.2f}")
    slow = sorted((ratio, name) for name, ratio in ratios.items() if ratio < LIMIT)
    print(f"    {len(slow)} functions under {LIMIT}: " + " ".join(f"{name}={ratio:.2f}" for ratio, name in slow))
    gain = sorted(((ratio, name) for name, ratio in ratios.items() if ratio > 1.2), reverse=True)
    print(f"    {len(gain)} functions above 1.2: " + " ".join(f"{name}={ratio:.2f}" for ratio, name in gain))
    tested = set(re.findall(r"time_function\(&(\w+),", open(source).read()))
    on_device = {match[1] for match in re.finditer(r"tsvc\.c:\d+: remark: loop in '(\w+)' runs on ", open(remarks).read())} & tested
    print(f"    {len(on_device)} of {len(tested)} functions have a loop on the device; without: " + " ".join(name for name in names if name not in on_device))


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__.strip())
    main()
