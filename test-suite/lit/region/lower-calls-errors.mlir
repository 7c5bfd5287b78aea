// Other devices than CPU threads cannot call the program's functions.
// RUN: %raddle-opt %s --region-lower-calls --verify-diagnostics

gpu.module @kernels {
  gpu.func @kernel(%f: i64, %x: f64) kernel {
    // expected-error @+1 {{'region.call' op calls 'f', which other devices cannot}}
    %y = region.call "f" at %f(%x) {picoseconds = 1000 : i64} : (f64) -> f64
    gpu.return
  }
}
