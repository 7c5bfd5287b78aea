//! From MLIR text to a validated SPIR-V module.

use raddle_dialects::{context, ir, text};
use raddle_spirv::{Options, SpirvError, emit, validate};

/// Emits the `gpu.module` that `source`, called `test.mlir` in locations, holds.
pub fn try_emit(source: &str, options: &Options) -> Result<Vec<u32>, SpirvError> {
    let context = context();
    let module = text::parse(&context, source, "test.mlir").unwrap_or_else(|messages| {
        let messages: Vec<String> = messages.iter().map(ToString::to_string).collect();
        panic!("{}\n{source}", messages.join("\n"))
    });
    let operation = module.as_operation();
    let gpu = ir::find_all(operation, "gpu.module").first().copied().expect("a gpu.module");
    emit(gpu, options)
}

/// As `try_emit`; the module must be valid.
pub fn spirv_with(source: &str, options: &Options) -> Vec<u32> {
    let words = try_emit(source, options).unwrap_or_else(|error| panic!("{error}\n{source}"));
    if let Err(error) = validate(&words) {
        panic!("{error}\n{source}\n{}", raddle_spirv::disassemble(&words).unwrap());
    }
    words
}

pub fn spirv(source: &str) -> Vec<u32> {
    spirv_with(source, &Options::default())
}

/// The line of `kernel`'s text where the body begins.
pub const BODY_LINE: usize = 7;

/// A module with one kernel `k` of these arguments (beside the extents) whose body runs for `%x` below the extent.
pub fn kernel(arguments: &str, body: &str) -> String {
    format!(
        "gpu.module @m {{
  gpu.func @k(%ex: index, %ey: index, %ez: index, {arguments}) kernel {{
    %x = gpu.global_id x
    %inside = arith.cmpi slt, %x, %ex : index
    scf.if %inside {{
      %xi = arith.index_cast %x : index to i64
{body}
    }} {{region.guard}}
    gpu.return
  }}
}}"
    )
}

/// Operations that load element `%xi` of type `ty` from `pointer` into `%name`.
pub fn load(name: &str, pointer: &str, ty: &str) -> String {
    let bytes = bytes_of(ty);
    format!(
        "      %{name}_size = arith.constant {bytes} : i64
      %{name}_offset = arith.muli %xi, %{name}_size : i64
      %{name}_at = llvm.getelementptr {pointer}[%{name}_offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %{name} = llvm.load %{name}_at {{alignment = {bytes} : i64}} : !llvm.ptr -> {ty}\n"
    )
}

/// Operations that store `%name` of type `ty` as element `%xi` of `pointer`.
pub fn store(name: &str, pointer: &str, ty: &str) -> String {
    let bytes = bytes_of(ty);
    format!(
        "      %{name}_osize = arith.constant {bytes} : i64
      %{name}_ooffset = arith.muli %xi, %{name}_osize : i64
      %{name}_oat = llvm.getelementptr {pointer}[%{name}_ooffset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      llvm.store %{name}, %{name}_oat {{alignment = {bytes} : i64}} : {ty}, !llvm.ptr\n"
    )
}

pub fn bytes_of(ty: &str) -> usize {
    match ty {
        "i8" => 1,
        "i16" => 2,
        "i32" | "f32" => 4,
        _ => 8,
    }
}
