#!/usr/bin/env python3
"""reasons.py REMARKS: the commonest reasons for loops that stay on the host, each with one loop as an example."""

import collections
import os
import re
import sys

MOST = 5
REMARK = re.compile(r"(\S+:\d+): remark: .* stays on the host: (.*)")


def kind(reason):
    """Without names, places and numbers."""
    reason = re.sub(r"; .*|: \S+:\d+:\d+.*", "", reason)
    return re.sub(r"'[^']*'|`[^`]*`|\S+:\d+:\d+:|\d{2,}", "_", reason)


def main():
    found = collections.defaultdict(list)
    for line in open(sys.argv[1], errors="replace"):
        match = REMARK.match(line)
        if match:
            found[kind(match[2])].append((os.path.basename(match[1]), match[2]))
    for loops in sorted(found.values(), key=len, reverse=True)[:MOST]:
        place, reason = loops[0]
        print(f"    {len(loops):3} loops on the host, as {place}: {reason[:110]}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main()
