; Intrinsics of LLVM that are sequences of instructions, and those that change nothing.
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %stack = call ptr @llvm.stacksave.p0()
  %a0 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 0
  %i0 = load i32, ptr addrspace(1) %a0, align 4
  %a1 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 1
  %i1 = load i32, ptr addrspace(1) %a1, align 4
  %a2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 2
  %i2 = load i32, ptr addrspace(1) %a2, align 4
  %a3 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 3
  %i3 = load i32, ptr addrspace(1) %a3, align 4
  %a4 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 4
  %i4 = load i32, ptr addrspace(1) %a4, align 4
  %a5 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 5
  %i5 = load i32, ptr addrspace(1) %a5, align 4
  %a6 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 6
  %i6 = load i32, ptr addrspace(1) %a6, align 4
  %a7 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 7
  %i7 = load i32, ptr addrspace(1) %a7, align 4
  %c0 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 8
  %f0 = load float, ptr addrspace(1) %c0, align 4
  %c1 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 9
  %f1 = load float, ptr addrspace(1) %c1, align 4
  %c2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 10
  %f2 = load float, ptr addrspace(1) %c2, align 4
  %c3 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 11
  %f3 = load float, ptr addrspace(1) %c3, align 4
  %c4 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 12
  %f4 = load float, ptr addrspace(1) %c4, align 4
  %c5 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 13
  %f5 = load float, ptr addrspace(1) %c5, align 4
  %two = add i32 %i7, 3
  %h = trunc i32 %i4 to i16
  %v.0 = insertelement <4 x i32> poison, i32 %i0, i32 0
  %v.1 = insertelement <4 x i32> %v.0, i32 %i1, i32 1
  %v.2 = insertelement <4 x i32> %v.1, i32 %i5, i32 2
  %v = insertelement <4 x i32> %v.2, i32 %i3, i32 3
  %g = fsub float %f0, 1.0
  %w.0 = insertelement <2 x float> poison, float %g, i32 0
  %w = insertelement <2 x float> %w.0, float %f5, i32 1
  %r0 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %i0, i32 %i1)
  %v0 = extractvalue { i32, i1 } %r0, 0
  %o0 = extractvalue { i32, i1 } %r0, 1
  %s0 = select i1 %o0, i32 1000, i32 2000
  %t0 = xor i32 %v0, %s0
  %p0 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 0
  store i32 %t0, ptr addrspace(1) %p0, align 4
  %r1 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %i0, i32 %i5)
  %v1 = extractvalue { i32, i1 } %r1, 0
  %o1 = extractvalue { i32, i1 } %r1, 1
  %s1 = select i1 %o1, i32 1000, i32 2000
  %t1 = xor i32 %v1, %s1
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 1
  store i32 %t1, ptr addrspace(1) %p1, align 4
  %r2 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %i0, i32 %i5)
  %v2 = extractvalue { i32, i1 } %r2, 0
  %o2 = extractvalue { i32, i1 } %r2, 1
  %s2 = select i1 %o2, i32 1000, i32 2000
  %t2 = xor i32 %v2, %s2
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 2
  store i32 %t2, ptr addrspace(1) %p2, align 4
  %r3 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %i5, i32 %i0)
  %v3 = extractvalue { i32, i1 } %r3, 0
  %o3 = extractvalue { i32, i1 } %r3, 1
  %s3 = select i1 %o3, i32 1000, i32 2000
  %t3 = xor i32 %v3, %s3
  %p3 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 3
  store i32 %t3, ptr addrspace(1) %p3, align 4
  %r4 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %i5, i32 %i5)
  %v4 = extractvalue { i32, i1 } %r4, 0
  %o4 = extractvalue { i32, i1 } %r4, 1
  %s4 = select i1 %o4, i32 1000, i32 2000
  %t4 = xor i32 %v4, %s4
  %p4 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 4
  store i32 %t4, ptr addrspace(1) %p4, align 4
  %r5 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %i0, i32 %i5)
  %v5 = extractvalue { i32, i1 } %r5, 0
  %o5 = extractvalue { i32, i1 } %r5, 1
  %s5 = select i1 %o5, i32 1000, i32 2000
  %t5 = xor i32 %v5, %s5
  %p5 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 5
  store i32 %t5, ptr addrspace(1) %p5, align 4
  %r6 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i2, i32 %i0)
  %v6 = extractvalue { i32, i1 } %r6, 0
  %o6 = extractvalue { i32, i1 } %r6, 1
  %s6 = select i1 %o6, i32 1000, i32 2000
  %t6 = xor i32 %v6, %s6
  %p6 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 6
  store i32 %t6, ptr addrspace(1) %p6, align 4
  %r7 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i1, i32 %i0)
  %v7 = extractvalue { i32, i1 } %r7, 0
  %o7 = extractvalue { i32, i1 } %r7, 1
  %s7 = select i1 %o7, i32 1000, i32 2000
  %t7 = xor i32 %v7, %s7
  %p7 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 7
  store i32 %t7, ptr addrspace(1) %p7, align 4
  %r8 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %i3, i32 %i0)
  %v8 = extractvalue { i32, i1 } %r8, 0
  %o8 = extractvalue { i32, i1 } %r8, 1
  %s8 = select i1 %o8, i32 1000, i32 2000
  %t8 = xor i32 %v8, %s8
  %p8 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 8
  store i32 %t8, ptr addrspace(1) %p8, align 4
  %r9 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %i0, i32 %i1)
  %v9 = extractvalue { i32, i1 } %r9, 0
  %o9 = extractvalue { i32, i1 } %r9, 1
  %s9 = select i1 %o9, i32 1000, i32 2000
  %t9 = xor i32 %v9, %s9
  %p9 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 9
  store i32 %t9, ptr addrspace(1) %p9, align 4
  %r10 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i5, i32 %i5)
  %v10 = extractvalue { i32, i1 } %r10, 0
  %o10 = extractvalue { i32, i1 } %r10, 1
  %s10 = select i1 %o10, i32 1000, i32 2000
  %t10 = xor i32 %v10, %s10
  %p10 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 10
  store i32 %t10, ptr addrspace(1) %p10, align 4
  %r11 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i1, i32 %i5)
  %v11 = extractvalue { i32, i1 } %r11, 0
  %o11 = extractvalue { i32, i1 } %r11, 1
  %s11 = select i1 %o11, i32 1000, i32 2000
  %t11 = xor i32 %v11, %s11
  %p11 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 11
  store i32 %t11, ptr addrspace(1) %p11, align 4
  %r12 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i3, i32 %i7)
  %v12 = extractvalue { i32, i1 } %r12, 0
  %o12 = extractvalue { i32, i1 } %r12, 1
  %s12 = select i1 %o12, i32 1000, i32 2000
  %t12 = xor i32 %v12, %s12
  %p12 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 12
  store i32 %t12, ptr addrspace(1) %p12, align 4
  %r13 = call i32 @llvm.bitreverse.i32(i32 %i4)
  %p13 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 13
  store i32 %r13, ptr addrspace(1) %p13, align 4
  %r14 = call i32 @llvm.bswap.i32(i32 %i4)
  %p14 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 14
  store i32 %r14, ptr addrspace(1) %p14, align 4
  %r15 = call i32 @llvm.scmp.i32.i32(i32 %i1, i32 %i0)
  %p15 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 15
  store i32 %r15, ptr addrspace(1) %p15, align 4
  %r16 = call i32 @llvm.scmp.i32.i32(i32 %i0, i32 %i0)
  %p16 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 16
  store i32 %r16, ptr addrspace(1) %p16, align 4
  %r17 = call i32 @llvm.ucmp.i32.i32(i32 %i1, i32 %i0)
  %p17 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 17
  store i32 %r17, ptr addrspace(1) %p17, align 4
  %r18 = call i32 @llvm.ushl.sat.i32(i32 %i4, i32 %i0)
  %p18 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 18
  store i32 %r18, ptr addrspace(1) %p18, align 4
  %r19 = call i32 @llvm.ushl.sat.i32(i32 %i0, i32 %i0)
  %p19 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 19
  store i32 %r19, ptr addrspace(1) %p19, align 4
  %r20 = call i32 @llvm.sshl.sat.i32(i32 %i5, i32 %i6)
  %p20 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 20
  store i32 %r20, ptr addrspace(1) %p20, align 4
  %r21 = call i32 @llvm.sshl.sat.i32(i32 %i1, i32 %i6)
  %p21 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 21
  store i32 %r21, ptr addrspace(1) %p21, align 4
  %r22 = call i32 @llvm.sshl.sat.i32(i32 %i1, i32 %i0)
  %p22 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 22
  store i32 %r22, ptr addrspace(1) %p22, align 4
  %r23 = call i32 @llvm.fptosi.sat.i32.f32(float %f4)
  %p23 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 23
  store i32 %r23, ptr addrspace(1) %p23, align 4
  %r24 = call i32 @llvm.fptosi.sat.i32.f32(float %f1)
  %p24 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 24
  store i32 %r24, ptr addrspace(1) %p24, align 4
  %r25 = call i32 @llvm.fptosi.sat.i32.f32(float %f5)
  %p25 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 25
  store i32 %r25, ptr addrspace(1) %p25, align 4
  %r26 = call i32 @llvm.fptoui.sat.i32.f32(float %f5)
  %p26 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 26
  store i32 %r26, ptr addrspace(1) %p26, align 4
  %r27 = call i32 @llvm.lround.i32.f32(float %f0)
  %p27 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 27
  store i32 %r27, ptr addrspace(1) %p27, align 4
  %r28 = call i32 @llvm.lrint.i32.f32(float %f0)
  %p28 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 28
  store i32 %r28, ptr addrspace(1) %p28, align 4
  %r29 = call float @llvm.minimum.f32(float %f2, float %f3)
  %b29 = bitcast float %r29 to i32
  %p29 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 29
  store i32 %b29, ptr addrspace(1) %p29, align 4
  %r30 = call float @llvm.maximum.f32(float %f2, float %f3)
  %b30 = bitcast float %r30 to i32
  %p30 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 30
  store i32 %b30, ptr addrspace(1) %p30, align 4
  %r31 = call float @llvm.maximum.f32(float %f0, float %f5)
  %b31 = bitcast float %r31 to i32
  %p31 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 31
  store i32 %b31, ptr addrspace(1) %p31, align 4
  %r32 = call float @llvm.powi.f32.i32(float %f0, i32 %two)
  %b32 = bitcast float %r32 to i32
  %p32 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 32
  store i32 %b32, ptr addrspace(1) %p32, align 4
  %r33 = call float @llvm.arithmetic.fence.f32(float %f5)
  %b33 = bitcast float %r33 to i32
  %p33 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 33
  store i32 %b33, ptr addrspace(1) %p33, align 4
  %r34 = call float @llvm.minimum.f32(float %f0, float %f1)
  %n34 = fcmp uno float %r34, 0.0
  %z34 = zext i1 %n34 to i32
  %p34 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 34
  store i32 %z34, ptr addrspace(1) %p34, align 4
  %r35 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
  %p35 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 35
  store i32 %r35, ptr addrspace(1) %p35, align 4
  %r36 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %v)
  %p36 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 36
  store i32 %r36, ptr addrspace(1) %p36, align 4
  %r37 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %p37 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 37
  store i32 %r37, ptr addrspace(1) %p37, align 4
  %r38 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %v)
  %p38 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 38
  store i32 %r38, ptr addrspace(1) %p38, align 4
  %r39 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %p39 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 39
  store i32 %r39, ptr addrspace(1) %p39, align 4
  %r40 = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v)
  %p40 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 40
  store i32 %r40, ptr addrspace(1) %p40, align 4
  %r41 = call float @llvm.vector.reduce.fadd.v2f32(float %f0, <2 x float> %w)
  %b41 = bitcast float %r41 to i32
  %p41 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 41
  store i32 %b41, ptr addrspace(1) %p41, align 4
  %r42 = call float @llvm.vector.reduce.fmul.v2f32(float %f0, <2 x float> %w)
  %b42 = bitcast float %r42 to i32
  %p42 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 42
  store i32 %b42, ptr addrspace(1) %p42, align 4
  %r43 = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> %w)
  %b43 = bitcast float %r43 to i32
  %p43 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 43
  store i32 %b43, ptr addrspace(1) %p43, align 4
  %r44 = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %w)
  %b44 = bitcast float %r44 to i32
  %p44 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 44
  store i32 %b44, ptr addrspace(1) %p44, align 4
  %r45 = call i16 @llvm.bswap.i16(i16 %h)
  %e45 = sext i16 %r45 to i32
  %p45 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 45
  store i32 %e45, ptr addrspace(1) %p45, align 4
  %r46 = call i16 @llvm.bitreverse.i16(i16 %h)
  %e46 = sext i16 %r46 to i32
  %p46 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 46
  store i32 %e46, ptr addrspace(1) %p46, align 4
  call void (...) @llvm.fake.use(i32 %two)
  call void @llvm.stackrestore.p0(ptr %stack)
  ret void
}

declare float @llvm.arithmetic.fence.f32(float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.powi.f32.i32(float, i32)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare float @llvm.vector.reduce.fmax.v2f32(<2 x float>)
declare float @llvm.vector.reduce.fminimum.v2f32(<2 x float>)
declare float @llvm.vector.reduce.fmul.v2f32(float, <2 x float>)
declare i16 @llvm.bitreverse.i16(i16)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i32 @llvm.lrint.i32.f32(float)
declare i32 @llvm.lround.i32.f32(float)
declare i32 @llvm.scmp.i32.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.ucmp.i32.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare ptr @llvm.stacksave.p0()
declare void @llvm.fake.use(...)
declare void @llvm.stackrestore.p0(ptr)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
