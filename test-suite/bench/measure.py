#!/usr/bin/env python3
"""measure.py FIGURE RUNS COMMAND...: medians of commands that run in turn.

Each COMMAND is one word, split as a shell would split it. FIGURE is one of, or several with commas between,
  printed  the number that the command prints
  cpu      its processor time, in seconds
  wall     its wall time, in seconds
  memory   its peak memory, in MB
Prints, a line per figure, one median per command and then, for each command but the last, the median of its ratios to the last one
in the same round.
One round before the first is not counted. Exit status 1 if a command fails.
"""

import os
import shlex
import statistics
import subprocess
import sys
import time


def run(command, figures):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"measure.py: {shlex.join(command)}: exit status {process.returncode}")
    known = {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "memory": usage.ru_maxrss / 1024}
    return [float(printed) if figure == "printed" else known[figure] for figure in figures]


def main():
    figures, runs, commands = sys.argv[1].split(","), int(sys.argv[2]), [shlex.split(it) for it in sys.argv[3:]]
    rounds = [[run(command, figures) for command in commands] for _ in range(runs + 1)][1:]
    for number in range(len(figures)):
        values = [[result[number] for result in results] for results in rounds]
        medians = [statistics.median(column) for column in zip(*values)]
        for column in range(len(commands) - 1):
            medians.append(statistics.median(row[column] / max(row[-1], 1e-9) for row in values))
        print(*(f"{value:.6f}" for value in medians))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    main()
