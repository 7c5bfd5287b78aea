// What cannot be written out or called is an error at the call.
// RUN: %raddle-opt %s --region-expand-math --split-input-file --verify-diagnostics

gpu.module @k {
  gpu.func @k(%x: f64) kernel {
    // expected-error @+1 {{'region.math' op is the C library's 'exp', which kernels cannot call}}
    %0 = region.math "exp"(%x) libm : (f64) -> f64
    gpu.return
  }
}

// -----

func.func @unknown(%x: f64) -> f64 {
  // expected-error @+1 {{'region.math' op knows no function 'tgamma' of (f64)}}
  %0 = region.math "tgamma"(%x) : (f64) -> f64
  return %0 : f64
}

// -----

// The function exists, for other types.
func.func @types(%x: f64) -> f64 {
  // expected-error @+1 {{'region.math' op knows no function 'pow' of (f64)}}
  %0 = region.math "pow"(%x) : (f64) -> f64
  return %0 : f64
}

// -----

llvm.func @exp(f32) -> f64
func.func @declared(%x: f64) -> f64 {
  // expected-error @+1 {{'region.math' op calls 'exp', which the module declares as something else}}
  %0 = region.math "exp"(%x) libm : (f64) -> f64
  return %0 : f64
}

// -----

gpu.module @complex {
  gpu.func @k(%x: f64) kernel {
    // expected-error @+1 {{'region.math' op is the C library's 'cexp.re', which kernels cannot call}}
    %0 = region.math "cexp.re"(%x, %x) libm : (f64, f64) -> f64
    gpu.return
  }
}

// -----

gpu.module @unwritten {
  gpu.func @k(%x: f64) kernel {
    // expected-error @+1 {{'region.math' op knows no function 'cexp.re' of (f64, f64)}}
    %0 = region.math "cexp.re"(%x, %x) exact : (f64, f64) -> f64
    gpu.return
  }
}
