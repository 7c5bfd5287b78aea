#!/usr/bin/env python3
"""transfers.py DIR [--size SIZE] [--programs REGEX]

How often do arrays travel? Builds the programs of PolyBench/C 4.2.1 in DIR with printed arrays, once with all of their nests and once with those
of the kernels alone (the host fills the arrays), optimized and naive, runs them on the emulated device, which has the same copies as GPUs, and
compares what they print with clang's program. A transfer is one array, one box, one direction.

Prints a table of copies in + copies out beside what is least, and what PPCG would make: each array that the kernel touches once each way, as far
as it is read or written. The least numbers are in transfers.csv, by hand: with all nests, the arrays that are printed come out and nothing goes in;
with kernels alone, each array goes in whose values the kernel reads or leaves, and each comes out that is printed and was written. heat-3d never frees
its second array, which comes out for whatever runs after 'main'. Loops that stay on the host may need less. A star marks what is more than that.

Exit status: 0 if all arrays are equal and no program has a star. SIZE is MINI. Raddle's binary is $RADDLE, or target/release/raddle.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RADDLE = os.environ.get("RADDLE", ROOT / "target/release/raddle")
CLANG = os.environ.get("CLANG", "clang-22")
KINDS = {"all": ["--offload-min", "0"], "kernel": ["--offload-min", "0", "--offload-only", "kernel_.*"]}


def sources(directory):
    """Program by name."""
    listed = (directory / "utilities/benchmark_list").read_text().split()
    return {pathlib.Path(it).stem: directory / it for it in listed}


def run(program, **settings):
    """What the program prints on standard error, where PolyBench prints arrays."""
    environment = dict(os.environ, **settings)
    return subprocess.run([program], env=environment, capture_output=True, check=True).stderr


def counts(build, expected, folder, words):
    """Copies in and out; None if the arrays differ."""
    program, stats = folder / "program", folder / "stats.json"
    build([RADDLE, "build", *words], program)
    printed = run(program, RADDLE_DEVICE="emulated", RADDLE_OFFLOAD_MIN="0", RADDLE_STATS=f"json:{stats}")
    transfers = json.loads(stats.read_text())["transfers"]
    return (transfers["h2d"]["count"], transfers["d2h"]["count"]) if printed == expected else None


def row(source, directory, size, least, folder):
    """Cells of the program's line, and whether it is as it should be."""
    common = ["-O2", "-w", "-I", directory / "utilities", f"-D{size}_DATASET", "-DPOLYBENCH_DUMP_ARRAYS"]
    files = [source, directory / "utilities/polybench.c", "-lm"]

    def build(words, program):
        subprocess.run([*words, *common, *files, "-o", program], check=True)

    build([CLANG, "-ffp-contract=off"], folder / "clang")
    expected = run(folder / "clang")
    cells, is_right = [], True
    for kind, words in KINDS.items():
        naive = counts(build, expected, folder, [*words, "--transfers", "naive"])
        found = counts(build, expected, folder, words)
        most = (int(least[f"{kind} in"]), int(least[f"{kind} out"]))
        is_least = found is not None and naive is not None and sum(found) <= sum(most)
        cells += [text(naive), text(found) + ("" if is_least else " *"), text(most)]
        is_right &= is_least
    return [*cells, text((least["ppcg in"], least["ppcg out"]))], is_right


def text(pair):
    return "wrong" if pair is None else f"{pair[0]} + {pair[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--size", default="MINI")
    parser.add_argument("--programs", default=".")
    options = parser.parse_args()
    least = list(csv.DictReader((pathlib.Path(__file__).parent / "transfers.csv").open()))
    places = sources(options.directory)
    print("| program | all nests: naive | optimized | least | kernels: naive | optimized | least | PPCG |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    are_right = True
    for program in (it for it in least if re.search(options.programs, it["program"])):
        with tempfile.TemporaryDirectory() as folder:
            place = places[program["program"]]
            cells, is_right = row(place, options.directory, options.size, program, pathlib.Path(folder))
        print("|", " | ".join([program["program"], *cells]), "|", flush=True)
        are_right &= is_right
    sys.exit(0 if are_right else 1)


if __name__ == "__main__":
    main()
