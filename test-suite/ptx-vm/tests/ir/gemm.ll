; C = alpha * A * B + beta * C, one work item per element of C; the shape of Raddle's kernels.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @gemm(i64 %ex, i64 %ey, ptr noalias %c, ptr noalias readonly %a, ptr noalias readonly %b, i64 %n, double %alpha, double %beta) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %mx = mul i32 %bx, %nx
  %my = mul i32 %by, %ny
  %gx = add i32 %mx, %tx
  %gy = add i32 %my, %ty
  %x = zext i32 %gx to i64
  %y = zext i32 %gy to i64
  %inx = icmp slt i64 %x, %ex
  %iny = icmp slt i64 %y, %ey
  %in = and i1 %inx, %iny
  br i1 %in, label %start, label %end

start:
  %row = mul i64 %y, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %start ], [ %next, %loop ]
  %sum = phi double [ 0.0, %start ], [ %sum2, %loop ]
  %ai = add i64 %row, %k
  %ap = getelementptr double, ptr %a, i64 %ai
  %av = load double, ptr %ap, align 8
  %bi0 = mul i64 %k, %ex
  %bi = add i64 %bi0, %x
  %bp = getelementptr double, ptr %b, i64 %bi
  %bv = load double, ptr %bp, align 8
  %product = fmul double %av, %bv
  %sum2 = fadd double %sum, %product
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %store

store:
  %ci0 = mul i64 %y, %ex
  %ci = add i64 %ci0, %x
  %cp = getelementptr double, ptr %c, i64 %ci
  %cv = load double, ptr %cp, align 8
  %scaled = fmul double %cv, %beta
  %part = fmul double %sum2, %alpha
  %result = fadd double %scaled, %part
  store double %result, ptr %cp, align 8
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
