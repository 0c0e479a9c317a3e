; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpIsNan %v4bool
; //@ check: OpUMulExtended
; Names of function templates, which show arguments and the type of the result.
; Rows: 9
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, <4 x float> %v, i32 %a, i32 %b) {
  %nan = call spir_func <4 x i8> @_Z13__spirv_IsNanIDv4_aDv4_fET_T0_(<4 x float> %v)
  store <4 x i8> %nan, ptr addrspace(1) %out, align 4
  %place = alloca { i32, i32 }, align 4
  %generic = addrspacecast ptr %place to ptr addrspace(4)
  call spir_func void @_Z20__spirv_UMulExtendedIiiE4anonIT_T0_ES1_S2_(ptr addrspace(4) sret({ i32, i32 }) %generic, i32 %a, i32 %b)
  %low = load i32, ptr %place, align 4
  store i32 %low, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func <4 x i8> @_Z13__spirv_IsNanIDv4_aDv4_fET_T0_(<4 x float>)
declare spir_func void @_Z20__spirv_UMulExtendedIiiE4anonIT_T0_ES1_S2_(ptr addrspace(4) sret({ i32, i32 }), i32, i32)
