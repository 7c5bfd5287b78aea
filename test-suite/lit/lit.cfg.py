"""lit's configuration: finds raddle-opt and LLVM's tools, runs the RUN lines of every .mlir and .c file here.

    RADDLE       the program to test (default: target/{debug,release}/raddle)
    RADDLE_OPT   the opt driver to test (default: `raddle opt`)
"""
import os
import sys
import lit.formats

config.name = "raddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".c"]
config.test_source_root = os.path.dirname(__file__)
root = os.path.abspath(os.path.join(config.test_source_root, "..", ".."))
config.test_exec_root = os.environ.get("RADDLE_LIT_OUT", os.path.join(root, "target", "lit"))


def built(program):
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
    candidates = [os.path.join(target, profile, program) for profile in ("debug", "release")]
    for path in candidates:
        if os.path.exists(path):
            return path
    lit_config.fatal("none of these is built: " + ", ".join(candidates))


raddle = os.environ.get("RADDLE") or built("raddle")
config.substitutions.append(("%raddle-opt", os.environ.get("RADDLE_OPT", raddle + " opt")))
config.substitutions.append(("%raddle", raddle))
config.substitutions.append(("%python", sys.executable))

llvm = os.environ.get("LLVM_SYS_221_PREFIX", "/usr/lib/llvm-22")
config.environment["PATH"] = os.pathsep.join([os.path.join(llvm, "bin"), config.environment["PATH"]])
