; The sum of 64 numbers per block: a tree in shared memory with a barrier at each level.
target triple = "nvptx64-nvidia-cuda"

@partial = internal addrspace(3) global [64 x float] undef, align 4

define ptx_kernel void @reduce(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %b, 64
  %i = add i32 %base, %t
  %ip = getelementptr float, ptr %in, i32 %i
  %v = load float, ptr %ip, align 4
  %mine = getelementptr [64 x float], ptr addrspace(3) @partial, i32 0, i32 %t
  store float %v, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier0()
  br label %level

level:
  %width = phi i32 [ 32, %0 ], [ %half, %joined ]
  %active = icmp ult i32 %t, %width
  br i1 %active, label %add, label %joined

add:
  %oi = add i32 %t, %width
  %other = getelementptr [64 x float], ptr addrspace(3) @partial, i32 0, i32 %oi
  %x = load float, ptr addrspace(3) %mine, align 4
  %y = load float, ptr addrspace(3) %other, align 4
  %s = fadd float %x, %y
  store float %s, ptr addrspace(3) %mine, align 4
  br label %joined

joined:
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %width, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %level, label %last

last:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %store, label %end

store:
  %result = load float, ptr addrspace(3) @partial, align 4
  %op = getelementptr float, ptr %out, i32 %b
  store float %result, ptr %op, align 4
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
