#!/usr/bin/env python3
"""Prints where NVIDIA's assembler is: $PTXAS, ptxas on PATH, or target/ptxas/ptxas, which is fetched from the package index of Python
(about 40 MB; NVIDIA's license is beside it). Exit status 1 and a reason on standard error if it can't be had."""
import hashlib
import io
import os
import platform
import shutil
import sys
import urllib.request
import zipfile

URL = (
    "https://files.pythonhosted.org/packages/25/48/b54a06168a2190572a312bfe4ce443687773eb61367ced31e064953dd2f7/"
    "nvidia_cuda_nvcc_cu12-12.9.86-py3-none-manylinux2010_x86_64.manylinux_2_12_x86_64.whl"
)
SHA256 = "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0"
PROGRAM = "nvidia/cuda_nvcc/bin/ptxas"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "target", "ptxas")


def fetch():
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        sys.exit("get_ptxas.py: there is no package for this machine; set PTXAS")
    try:
        wheel = urllib.request.urlopen(URL, timeout=60).read()
    except OSError as error:
        sys.exit(f"get_ptxas.py: {URL}: {error}")
    if hashlib.sha256(wheel).hexdigest() != SHA256:
        sys.exit(f"get_ptxas.py: {URL} is not what it was")
    os.makedirs(FOLDER, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for name in archive.namelist():
            if name.endswith("License.txt"):
                write("License.txt", archive.read(name), 0o644)
        write("ptxas", archive.read(PROGRAM), 0o755)


def write(name, data, mode):
    """Appears whole or not at all: several may fetch at the same time."""
    path = os.path.join(FOLDER, name)
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(data)
    os.chmod(temporary, mode)
    os.replace(temporary, path)


path = os.environ.get("PTXAS") or shutil.which("ptxas") or os.path.realpath(os.path.join(FOLDER, "ptxas"))
if not os.path.exists(path):
    fetch()
print(path)
