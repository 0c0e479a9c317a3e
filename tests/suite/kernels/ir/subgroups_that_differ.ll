; //@ run: -fspv-target-env=opencl3.0
; //@ emit: spirv
; //@ check: OpGroupNonUniformElect
; //@ check: OpGroupNonUniformAll
; //@ check: OpGroupNonUniformAny
; //@ check: OpGroupNonUniformAllEqual
; //@ check: OpGroupNonUniformBroadcast
; //@ check: OpGroupNonUniformBroadcastFirst
; //@ check: OpGroupNonUniformBallot
; //@ check: OpGroupNonUniformInverseBallot
; //@ check: OpGroupNonUniformBallotBitExtract
; //@ check: OpGroupNonUniformBallotBitCount %uint %uint_3 Reduce
; //@ check: OpGroupNonUniformBallotBitCount %uint %uint_3 InclusiveScan
; //@ check: OpGroupNonUniformBallotBitCount %uint %uint_3 ExclusiveScan
; //@ check: OpGroupNonUniformBallotFindLSB
; //@ check: OpGroupNonUniformBallotFindMSB
; //@ check: OpGroupNonUniformShuffle
; //@ check: OpGroupNonUniformShuffleXor
; //@ check: OpGroupNonUniformShuffleUp
; //@ check: OpGroupNonUniformShuffleDown
; //@ check: OpGroupNonUniformRotateKHR
; //@ check: OpGroupNonUniformRotateKHR
; //@ check: OpGroupNonUniformIAdd %uint %uint_3 Reduce
; //@ check: OpGroupNonUniformFMul %float %uint_3 InclusiveScan
; //@ check: OpGroupNonUniformSMin %uint %uint_3 ExclusiveScan
; //@ check: OpGroupNonUniformUMax %uint %uint_3 ClusteredReduce
; //@ check: OpGroupNonUniformBitwiseXor %uint %uint_3 Reduce
; //@ check: OpGroupNonUniformLogicalAnd %bool %uint_3 Reduce
; Functions of subgroups whose invocations may be in different branches.
; Rows: 40
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, <4 x i32> %m) {
  %r0 = call spir_func i32 @_Z15sub_group_electv()
  store i32 %r0, ptr addrspace(1) %out, align 4
  %r1 = call spir_func i32 @_Z25sub_group_non_uniform_alli(i32 %a)
  store i32 %r1, ptr addrspace(1) %out, align 4
  %r2 = call spir_func i32 @_Z25sub_group_non_uniform_anyi(i32 %a)
  store i32 %r2, ptr addrspace(1) %out, align 4
  %r3 = call spir_func i32 @_Z31sub_group_non_uniform_all_equali(i32 %a)
  store i32 %r3, ptr addrspace(1) %out, align 4
  %r4 = call spir_func i32 @_Z31sub_group_non_uniform_broadcastij(i32 %a, i32 2)
  store i32 %r4, ptr addrspace(1) %out, align 4
  %r5 = call spir_func i32 @_Z25sub_group_broadcast_firsti(i32 %a)
  store i32 %r5, ptr addrspace(1) %out, align 4
  %r6 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %a)
  store <4 x i32> %r6, ptr addrspace(1) %out, align 4
  %r7 = call spir_func i32 @_Z24sub_group_inverse_ballotDv4_j(<4 x i32> %m)
  store i32 %r7, ptr addrspace(1) %out, align 4
  %r8 = call spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32> %m, i32 1)
  store i32 %r8, ptr addrspace(1) %out, align 4
  %r9 = call spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32> %m)
  store i32 %r9, ptr addrspace(1) %out, align 4
  %r10 = call spir_func i32 @_Z31sub_group_ballot_inclusive_scanDv4_j(<4 x i32> %m)
  store i32 %r10, ptr addrspace(1) %out, align 4
  %r11 = call spir_func i32 @_Z31sub_group_ballot_exclusive_scanDv4_j(<4 x i32> %m)
  store i32 %r11, ptr addrspace(1) %out, align 4
  %r12 = call spir_func i32 @_Z25sub_group_ballot_find_lsbDv4_j(<4 x i32> %m)
  store i32 %r12, ptr addrspace(1) %out, align 4
  %r13 = call spir_func i32 @_Z25sub_group_ballot_find_msbDv4_j(<4 x i32> %m)
  store i32 %r13, ptr addrspace(1) %out, align 4
  %r14 = call spir_func i32 @_Z17sub_group_shuffleij(i32 %a, i32 %a)
  store i32 %r14, ptr addrspace(1) %out, align 4
  %r15 = call spir_func i32 @_Z21sub_group_shuffle_xorij(i32 %a, i32 1)
  store i32 %r15, ptr addrspace(1) %out, align 4
  %r16 = call spir_func i32 @_Z20sub_group_shuffle_upij(i32 %a, i32 1)
  store i32 %r16, ptr addrspace(1) %out, align 4
  %r17 = call spir_func i32 @_Z22sub_group_shuffle_downij(i32 %a, i32 1)
  store i32 %r17, ptr addrspace(1) %out, align 4
  %r18 = call spir_func i32 @_Z16sub_group_rotateii(i32 %a, i32 1)
  store i32 %r18, ptr addrspace(1) %out, align 4
  %r19 = call spir_func i32 @_Z26sub_group_clustered_rotateiij(i32 %a, i32 1, i32 4)
  store i32 %r19, ptr addrspace(1) %out, align 4
  %r20 = call spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32 %a)
  store i32 %r20, ptr addrspace(1) %out, align 4
  %r21 = call spir_func float @_Z40sub_group_non_uniform_scan_inclusive_mulf(float 2.0)
  store float %r21, ptr addrspace(1) %out, align 4
  %r22 = call spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_mini(i32 %a)
  store i32 %r22, ptr addrspace(1) %out, align 4
  %r23 = call spir_func i32 @_Z30sub_group_clustered_reduce_maxjj(i32 %a, i32 4)
  store i32 %r23, ptr addrspace(1) %out, align 4
  %r24 = call spir_func i32 @_Z32sub_group_non_uniform_reduce_xorj(i32 %a)
  store i32 %r24, ptr addrspace(1) %out, align 4
  %r25 = call spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32 %a)
  store i32 %r25, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z15sub_group_electv()
declare spir_func i32 @_Z25sub_group_non_uniform_alli(i32)
declare spir_func i32 @_Z25sub_group_non_uniform_anyi(i32)
declare spir_func i32 @_Z31sub_group_non_uniform_all_equali(i32)
declare spir_func i32 @_Z31sub_group_non_uniform_broadcastij(i32, i32)
declare spir_func i32 @_Z25sub_group_broadcast_firsti(i32)
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32)
declare spir_func i32 @_Z24sub_group_inverse_ballotDv4_j(<4 x i32>)
declare spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32>, i32)
declare spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32>)
declare spir_func i32 @_Z31sub_group_ballot_inclusive_scanDv4_j(<4 x i32>)
declare spir_func i32 @_Z31sub_group_ballot_exclusive_scanDv4_j(<4 x i32>)
declare spir_func i32 @_Z25sub_group_ballot_find_lsbDv4_j(<4 x i32>)
declare spir_func i32 @_Z25sub_group_ballot_find_msbDv4_j(<4 x i32>)
declare spir_func i32 @_Z17sub_group_shuffleij(i32, i32)
declare spir_func i32 @_Z21sub_group_shuffle_xorij(i32, i32)
declare spir_func i32 @_Z20sub_group_shuffle_upij(i32, i32)
declare spir_func i32 @_Z22sub_group_shuffle_downij(i32, i32)
declare spir_func i32 @_Z16sub_group_rotateii(i32, i32)
declare spir_func i32 @_Z26sub_group_clustered_rotateiij(i32, i32, i32)
declare spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32)
declare spir_func float @_Z40sub_group_non_uniform_scan_inclusive_mulf(float)
declare spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_mini(i32)
declare spir_func i32 @_Z30sub_group_clustered_reduce_maxjj(i32, i32)
declare spir_func i32 @_Z32sub_group_non_uniform_reduce_xorj(i32)
declare spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32)
