; A private array, a table in constant memory, a switch, and device functions with scalars, a struct and a vector.
target triple = "nvptx64-nvidia-cuda"

%S = type { i8, i32, double, [3 x i16] }

@weights = internal addrspace(4) constant [4 x i32] [i32 3, i32 -1, i32 4, i32 -1], align 4

define internal i32 @square(i32 %x) noinline {
  %r = mul i32 %x, %x
  ret i32 %r
}

define internal double @of_struct(ptr byval(%S) %s, i32 %i) noinline {
  %hp = getelementptr %S, ptr %s, i32 0, i32 3, i32 %i
  %h = load i16, ptr %hp
  %dp = getelementptr %S, ptr %s, i32 0, i32 2
  %d = load double, ptr %dp
  %f = sitofp i16 %h to double
  %r = fadd double %d, %f
  ret double %r
}

define internal <4 x float> @twice(<4 x float> %x) noinline {
  %r = fadd <4 x float> %x, %x
  ret <4 x float> %r
}

define ptx_kernel void @calls(ptr %out, ptr %floats, i32 %n) {
entry:
  %private = alloca [8 x i32]
  %s = alloca %S
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill

fill:
  %i = phi i32 [ 0, %entry ], [ %i2, %fill ]
  %wi = and i32 %i, 3
  %wp = getelementptr [4 x i32], ptr addrspace(4) @weights, i32 0, i32 %wi
  %w = load i32, ptr addrspace(4) %wp
  %x = add i32 %i, %t
  %q = call i32 @square(i32 %x)
  %v = mul i32 %q, %w
  %pp = getelementptr [8 x i32], ptr %private, i32 0, i32 %i
  store i32 %v, ptr %pp
  %i2 = add i32 %i, 1
  %more = icmp slt i32 %i2, %n
  br i1 %more, label %fill, label %choose

choose:
  %m = urem i32 %t, 6
  switch i32 %m, label %other [ i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %four ]

zero:
  br label %done
one:
  %r1 = add i32 %t, 100
  br label %done
two:
  %r2 = mul i32 %t, 7
  br label %done
three:
  %r3 = xor i32 %t, -1
  br label %done
four:
  %r4 = call i32 @square(i32 %t)
  br label %done
other:
  br label %done

done:
  %chosen = phi i32 [ 5, %zero ], [ %r1, %one ], [ %r2, %two ], [ %r3, %three ], [ %r4, %four ], [ -9, %other ]
  %lp = getelementptr [8 x i32], ptr %private, i32 0, i32 %m
  %l = load i32, ptr %lp
  %sum = add i32 %chosen, %l
  %op = getelementptr i32, ptr %out, i32 %t
  store i32 %sum, ptr %op
  store %S zeroinitializer, ptr %s
  %dp = getelementptr %S, ptr %s, i32 0, i32 2
  store double 2.5, ptr %dp
  %half = trunc i32 %t to i16
  %hp = getelementptr %S, ptr %s, i32 0, i32 3, i32 1
  store i16 %half, ptr %hp
  %d = call double @of_struct(ptr byval(%S) %s, i32 1)
  %f = fptrunc double %d to float
  %v0 = insertelement <4 x float> poison, float %f, i32 0
  %v1 = insertelement <4 x float> %v0, float 1.0, i32 1
  %v2 = insertelement <4 x float> %v1, float %f, i32 2
  %v3 = insertelement <4 x float> %v2, float -1.0, i32 3
  %doubled = call <4 x float> @twice(<4 x float> %v3)
  %fp = getelementptr <4 x float>, ptr %floats, i32 %t
  store <4 x float> %doubled, ptr %fp, align 16
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
