#!/usr/bin/env python3
"""openmp.py DIR [--fp MODE] [--files N] [--each N] [--show REASON]

What becomes of the loops that people marked parallel? Takes C files with '#pragma omp ... for' from the folders of DIR, at most
EACH (6) of a folder and FILES (all) in all, drawn by a fixed seed; leaves out what clang does not compile by itself; compiles the others
with 'raddle cc --remarks' and no OpenMP; and counts what is said of each marked loop: that it runs on devices, on CPU threads, or why it
stays on the host, the commonest reasons first. Loops inside of a nest that the remarks name by its outer loop, or that the preprocessor
leaves out, are counted apart. --show lists the loops whose reason contains a text. Nothing is run.

Raddle's binary is $RADDLE, or target/release/raddle. MODE is that of --fp (reproducible: sums of floats count as parallel).
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RADDLE = os.environ.get("RADDLE", ROOT / "target/release/raddle")
DIRECTIVE = re.compile(r"#\s*pragma\s+omp\b")
LOOP = re.compile(r"\bfor\s*\(")
FLAGS = ["-O2", "-w", "-D_GNU_SOURCE", "-std=gnu17"]

# What programs call where OpenMP is off.
OMP = """\
#include <time.h>
typedef int omp_lock_t, omp_nest_lock_t, omp_sched_t;
enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto };
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline int omp_get_nested(void) { return 0; }
static inline int omp_get_level(void) { return 0; }
static inline void omp_set_num_threads(int n) {}
static inline void omp_set_nested(int n) {}
static inline void omp_set_dynamic(int n) {}
static inline void omp_set_schedule(int a, int b) {}
static inline void omp_init_lock(omp_lock_t *l) {}
static inline void omp_destroy_lock(omp_lock_t *l) {}
static inline void omp_set_lock(omp_lock_t *l) {}
static inline void omp_unset_lock(omp_lock_t *l) {}
static inline double omp_get_wtick(void) { return 1e-9; }
static inline double omp_get_wtime(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
"""


def marked_loops(text):
    """The lines of the loops behind directives that share a loop among threads."""
    lines, found, at = text.split("\n"), [], 0
    while at < len(lines):
        directive = lines[at]
        if DIRECTIVE.search(directive):
            while directive.rstrip().endswith("\\") and at + 1 < len(lines):
                at += 1
                directive += lines[at]
            if re.search(r"\bfor\b", directive):
                near = range(at + 1, min(at + 8, len(lines)))
                found += [line + 1 for line in near if LOOP.search(lines[line])][:1]
        at += 1
    return found


def candidates(folder, each):
    """Files with such loops, drawn from each folder of `folder`."""
    draw, all_files = random.Random(7), []
    for project in sorted(it for it in folder.iterdir() if it.is_dir()):
        files = []
        for path in sorted(project.rglob("*.c")):
            text = path.read_text(errors="replace") if path.is_file() else ""
            if marked_loops(text):
                files.append(path)
        draw.shuffle(files)
        all_files += files[:each]
    draw.shuffle(all_files)
    return all_files


def remarks(path, include, mode, scratch):
    """What is said of each line; None if clang does not compile the file by itself."""
    flags = [*FLAGS, "-I", include, "-I", path.parent]
    if subprocess.run(["clang-22", "-fsyntax-only", *flags, path], capture_output=True).returncode:
        return None
    report = scratch / "remarks.json"
    command = [RADDLE, "cc", "-c", *flags, "--fp", mode, f"--remarks=json:{report}", path, "-o", scratch / "unit.o"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=300, errors="replace")
    except subprocess.TimeoutExpired:
        sys.exit(f"{path}: it takes longer than 300 s")
    if done.returncode:
        print(f"{path}: {done.stderr.splitlines()[0] if done.stderr else done.returncode}", file=sys.stderr)
        return None
    said = {}
    for remark in json.loads(report.read_text()):
        said.setdefault((remark["position"] or {}).get("line"), remark["message"])
    return said


def kind_and_reason(message):
    if message is None:
        return "inside of others", ""
    if "runs on the device" in message:
        return "device", ""
    if "runs on CPU threads" in message:
        return "threads", ""
    return "host", message.split("host: ", 1)[-1]


def without_names(reason):
    reason = re.sub(r"\S+\.[ch]:\d+:\d+", "@", re.sub(r"'[^']*'", "X", reason))
    return re.sub(r"\d+", "N", reason)[:100]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--fp", default="reproducible")
    parser.add_argument("--files", type=int)
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--show")
    wanted = parser.parse_args()
    kinds, reasons, files = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "omp.h").write_text(OMP)
        for path in candidates(wanted.dir, wanted.each):
            if files == wanted.files:
                break
            said = remarks(path, scratch, wanted.fp, scratch)
            files += said is not None
            for line in marked_loops(path.read_text(errors="replace")) if said is not None else []:
                kind, reason = kind_and_reason(said.get(line))
                kinds[kind] += 1
                if kind == "host":
                    reasons[without_names(reason)] += 1
                if wanted.show and wanted.show in reason:
                    print(f"{path}:{line}: {reason}")
    print(f"{sum(kinds.values())} loops in {files} files: " + ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")


if __name__ == "__main__":
    main()
