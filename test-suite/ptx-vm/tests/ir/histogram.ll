; Counts in shared memory, then in global memory; the largest value; a sum by compare-and-swap.
target triple = "nvptx64-nvidia-cuda"

@counts = internal addrspace(3) global [8 x i32] undef, align 4

define ptx_kernel void @histogram(ptr %in, ptr %bins, ptr %largest, ptr %product) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %few = icmp ult i32 %t, 8
  %slot = getelementptr [8 x i32], ptr addrspace(3) @counts, i32 0, i32 %t
  br i1 %few, label %clear, label %count

clear:
  store i32 0, ptr addrspace(3) %slot, align 4
  br label %count

count:
  call void @llvm.nvvm.barrier0()
  %base = mul i32 %b, %n
  %i = add i32 %base, %t
  %ip = getelementptr i32, ptr %in, i32 %i
  %v = load i32, ptr %ip, align 4
  %bin = and i32 %v, 7
  %bp = getelementptr [8 x i32], ptr addrspace(3) @counts, i32 0, i32 %bin
  %unused = atomicrmw add ptr addrspace(3) %bp, i32 1 monotonic
  %unused2 = atomicrmw max ptr %largest, i32 %v monotonic
  %odd = or i32 %v, 1
  %odd64 = zext i32 %odd to i64
  br label %try

try:
  %old = load atomic i64, ptr %product monotonic, align 8
  %new = mul i64 %old, %odd64
  %pair = cmpxchg ptr %product, i64 %old, i64 %new acq_rel monotonic
  %done = extractvalue { i64, i1 } %pair, 1
  br i1 %done, label %sum, label %try

sum:
  call void @llvm.nvvm.barrier0()
  br i1 %few, label %flush, label %end

flush:
  %c = load i32, ptr addrspace(3) %slot, align 4
  %gp = getelementptr i32, ptr %bins, i32 %t
  %unused3 = atomicrmw add ptr %gp, i32 %c monotonic
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()
