; //@ run: -fspv-target-env=opencl3.0 -Vd
; //@ emit: spirv
; //@ check: OpSubgroupShuffleINTEL
; //@ check: OpSubgroupShuffleDownINTEL
; //@ check: OpSubgroupShuffleUpINTEL
; //@ check: OpSubgroupShuffleXorINTEL
; //@ check: OpSubgroupBlockReadINTEL %uint
; //@ check: OpSubgroupBlockReadINTEL %v4ushort
; //@ check: OpSubgroupImageBlockReadINTEL %v2uint
; //@ check: OpSubgroupBlockWriteINTEL
; //@ check: OpSubgroupImageMediaBlockReadINTEL %uint %image
; //@ check: OpGroupIAdd %ushort %uint_3 Reduce
; //@ check: OpGroupIMulKHR %uint %uint_2 Reduce
; //@ check: OpGroupLogicalOrKHR %bool %uint_2 InclusiveScan
; //@ check: OpUDot %uint
; //@ check: OpSUDot %uint %b2 %b
; //@ check: OpSDotAccSat %uint
; //@ check: OpSUDot %uint %a %a PackedVectorFormat4x8Bit
; //@ check: OpUDotAccSat %uint %a %a %a PackedVectorFormat4x8Bit
; //@ check: OpBitFieldInsert
; //@ check: OpBitFieldSExtract
; //@ check: OpBitFieldUExtract
; //@ check: OpBitReverse
; //@ check: OpReadClockKHR %ulong %uint_1
; //@ check: OpReadClockKHR %v2uint %uint_3
; //@ check: OpImageQueryLevels
; //@ check: OpImageQuerySizeLod %v2uint %array
; //@ check: OpGenericPtrMemSemantics
; //@ check: OpAtomicFlagTestAndSet
; //@ check: OpAtomicFlagClear
; //@ check: OpLoad %v4uint %__spirv_BuiltInSubgroupEqMask
; Functions of OpenCL 3.0, of Intel's and of Khronos' extensions.
; Rows: 40
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, i16 %s, <4 x i8> %b, <4 x i8> %b2, <2 x i32> %p, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %array) {
  %g = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %r0 = call spir_func i32 @_Z23intel_sub_group_shuffleij(i32 %a, i32 %a)
  store i32 %r0, ptr addrspace(1) %out, align 4
  %r1 = call spir_func i32 @_Z28intel_sub_group_shuffle_downiij(i32 %a, i32 %a, i32 1)
  store i32 %r1, ptr addrspace(1) %out, align 4
  %r2 = call spir_func i32 @_Z26intel_sub_group_shuffle_upiij(i32 %a, i32 %a, i32 1)
  store i32 %r2, ptr addrspace(1) %out, align 4
  %r3 = call spir_func i32 @_Z27intel_sub_group_shuffle_xorij(i32 %a, i32 1)
  store i32 %r3, ptr addrspace(1) %out, align 4
  %r4 = call spir_func i32 @_Z26intel_sub_group_block_readPU3AS1Kj(ptr addrspace(1) %out)
  store i32 %r4, ptr addrspace(1) %out, align 4
  %r5 = call spir_func <4 x i16> @_Z30intel_sub_group_block_read_us4PU3AS1Kt(ptr addrspace(1) %out)
  store <4 x i16> %r5, ptr addrspace(1) %out, align 4
  %r6 = call spir_func <2 x i32> @_Z27intel_sub_group_block_read214ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %p)
  store <2 x i32> %r6, ptr addrspace(1) %out, align 4
  call spir_func void @_Z27intel_sub_group_block_writePU3AS1jj(ptr addrspace(1) %out, i32 %a)
  %r8 = call spir_func i32 @_Z35intel_sub_group_media_block_read_uiDv2_iii14ocl_image2d_ro(<2 x i32> %p, i32 4, i32 2, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  store i32 %r8, ptr addrspace(1) %out, align 4
  %r9 = call spir_func i16 @_Z26intel_sub_group_reduce_adds(i16 %s)
  store i16 %r9, ptr addrspace(1) %out, align 4
  %r10 = call spir_func i32 @_Z21work_group_reduce_muli(i32 %a)
  store i32 %r10, ptr addrspace(1) %out, align 4
  %r11 = call spir_func i32 @_Z36work_group_scan_inclusive_logical_ori(i32 %a)
  store i32 %r11, ptr addrspace(1) %out, align 4
  %r12 = call spir_func i32 @_Z3dotDv4_hS_(<4 x i8> %b, <4 x i8> %b)
  store i32 %r12, ptr addrspace(1) %out, align 4
  %r13 = call spir_func i32 @_Z3dotDv4_hDv4_c(<4 x i8> %b, <4 x i8> %b2)
  store i32 %r13, ptr addrspace(1) %out, align 4
  %r14 = call spir_func i32 @_Z11dot_acc_satDv4_cS_i(<4 x i8> %b, <4 x i8> %b, i32 %a)
  store i32 %r14, ptr addrspace(1) %out, align 4
  %r15 = call spir_func i32 @_Z20dot_4x8packed_us_intjj(i32 %a, i32 %a)
  store i32 %r15, ptr addrspace(1) %out, align 4
  %r16 = call spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32 %a, i32 %a, i32 %a)
  store i32 %r16, ptr addrspace(1) %out, align 4
  %r17 = call spir_func i32 @_Z15bitfield_insertiijj(i32 %a, i32 %a, i32 3, i32 4)
  store i32 %r17, ptr addrspace(1) %out, align 4
  %r18 = call spir_func i32 @_Z23bitfield_extract_signedijj(i32 %a, i32 3, i32 4)
  store i32 %r18, ptr addrspace(1) %out, align 4
  %r19 = call spir_func i32 @_Z25bitfield_extract_unsignedijj(i32 %a, i32 3, i32 4)
  store i32 %r19, ptr addrspace(1) %out, align 4
  %r20 = call spir_func i32 @_Z11bit_reversei(i32 %a)
  store i32 %r20, ptr addrspace(1) %out, align 4
  %r21 = call spir_func i64 @_Z17clock_read_devicev()
  store i64 %r21, ptr addrspace(1) %out, align 4
  %r22 = call spir_func <2 x i32> @_Z25clock_read_hilo_sub_groupv()
  store <2 x i32> %r22, ptr addrspace(1) %out, align 4
  %r23 = call spir_func i32 @_Z24get_image_num_mip_levels14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  store i32 %r23, ptr addrspace(1) %out, align 4
  %r24 = call spir_func i64 @_Z20get_image_array_size20ocl_image1d_array_ro(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %array)
  store i64 %r24, ptr addrspace(1) %out, align 4
  %r25 = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %g)
  store i32 %r25, ptr addrspace(1) %out, align 4
  %r26 = call spir_func i32 @_Z24atomic_flag_test_and_setPU3AS1VU7_Atomici(ptr addrspace(1) %out)
  store i32 %r26, ptr addrspace(1) %out, align 4
  call spir_func void @_Z17atomic_flag_clearPU3AS1VU7_Atomici(ptr addrspace(1) %out)
  %r28 = call spir_func <4 x i32> @_Z21get_sub_group_eq_maskv()
  store <4 x i32> %r28, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z23intel_sub_group_shuffleij(i32, i32)
declare spir_func i32 @_Z28intel_sub_group_shuffle_downiij(i32, i32, i32)
declare spir_func i32 @_Z26intel_sub_group_shuffle_upiij(i32, i32, i32)
declare spir_func i32 @_Z27intel_sub_group_shuffle_xorij(i32, i32)
declare spir_func i32 @_Z26intel_sub_group_block_readPU3AS1Kj(ptr addrspace(1))
declare spir_func <4 x i16> @_Z30intel_sub_group_block_read_us4PU3AS1Kt(ptr addrspace(1))
declare spir_func <2 x i32> @_Z27intel_sub_group_block_read214ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare spir_func void @_Z27intel_sub_group_block_writePU3AS1jj(ptr addrspace(1), i32)
declare spir_func i32 @_Z35intel_sub_group_media_block_read_uiDv2_iii14ocl_image2d_ro(<2 x i32>, i32, i32, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i16 @_Z26intel_sub_group_reduce_adds(i16)
declare spir_func i32 @_Z21work_group_reduce_muli(i32)
declare spir_func i32 @_Z36work_group_scan_inclusive_logical_ori(i32)
declare spir_func i32 @_Z3dotDv4_hS_(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z3dotDv4_hDv4_c(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z11dot_acc_satDv4_cS_i(<4 x i8>, <4 x i8>, i32)
declare spir_func i32 @_Z20dot_4x8packed_us_intjj(i32, i32)
declare spir_func i32 @_Z29dot_acc_sat_4x8packed_uu_uintjjj(i32, i32, i32)
declare spir_func i32 @_Z15bitfield_insertiijj(i32, i32, i32, i32)
declare spir_func i32 @_Z23bitfield_extract_signedijj(i32, i32, i32)
declare spir_func i32 @_Z25bitfield_extract_unsignedijj(i32, i32, i32)
declare spir_func i32 @_Z11bit_reversei(i32)
declare spir_func i64 @_Z17clock_read_devicev()
declare spir_func <2 x i32> @_Z25clock_read_hilo_sub_groupv()
declare spir_func i32 @_Z24get_image_num_mip_levels14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i64 @_Z20get_image_array_size20ocl_image1d_array_ro(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0))
declare spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4))
declare spir_func i32 @_Z24atomic_flag_test_and_setPU3AS1VU7_Atomici(ptr addrspace(1))
declare spir_func void @_Z17atomic_flag_clearPU3AS1VU7_Atomici(ptr addrspace(1))
declare spir_func <4 x i32> @_Z21get_sub_group_eq_maskv()
