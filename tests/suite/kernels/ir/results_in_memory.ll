; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: {range} = OpTypeStruct %uint {three} {three} {three}
; //@ check: {b} = OpBuildNDRange {range} %n %n %ulong_0
; //@ check: OpStore {place} {b}
; //@ check: OpBuildNDRange {range} {global} {local}
; //@ check: OpBuildNDRange {range} {sizes} {none} {none}
; //@ check: {sum} = OpIAddCarry {pair} %a %a
; //@ check: OpStore {to} {sum}
; //@ check: OpISubBorrow {pair} %a %a
; //@ check: OpUMulExtended {pair} %a %a
; //@ check: OpSMulExtended {pair} %a %a
; Structs that functions give back are in memory of the caller.
; Rows: 8, 42
target triple = "spir64-unknown-unknown"

%ndrange = type { i32, [3 x i64], [3 x i64], [3 x i64] }
%pair = type { i32, i32 }

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %sizes, i64 %n, i32 %a) {
  %r = alloca %ndrange, align 8
  %p = alloca %pair, align 4
  call spir_func void @_Z10ndrange_1Dmm(ptr sret(%ndrange) %r, i64 %n, i64 %n)
  call spir_func void @_Z23__spirv_BuildNDRange_2DPU3AS1mS0_S0_(ptr sret(%ndrange) %r, ptr addrspace(1) %sizes, ptr addrspace(1) %sizes, ptr addrspace(1) %sizes)
  call spir_func void @_Z10ndrange_3DPU3AS1Km(ptr sret(%ndrange) %r, ptr addrspace(1) %sizes)
  call spir_func void @_Z17__spirv_IAddCarryii(ptr sret(%pair) %p, i32 %a, i32 %a)
  call spir_func void @_Z18__spirv_ISubBorrowii(ptr sret(%pair) %p, i32 %a, i32 %a)
  call spir_func void @_Z20__spirv_UMulExtendedii(ptr sret(%pair) %p, i32 %a, i32 %a)
  call spir_func void @_Z20__spirv_SMulExtendedii(ptr sret(%pair) %p, i32 %a, i32 %a)
  ret void
}

declare spir_func void @_Z10ndrange_1Dmm(ptr sret(%ndrange), i64, i64)
declare spir_func void @_Z23__spirv_BuildNDRange_2DPU3AS1mS0_S0_(ptr sret(%ndrange), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare spir_func void @_Z10ndrange_3DPU3AS1Km(ptr sret(%ndrange), ptr addrspace(1))
declare spir_func void @_Z17__spirv_IAddCarryii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z18__spirv_ISubBorrowii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z20__spirv_UMulExtendedii(ptr sret(%pair), i32, i32)
declare spir_func void @_Z20__spirv_SMulExtendedii(ptr sret(%pair), i32, i32)
