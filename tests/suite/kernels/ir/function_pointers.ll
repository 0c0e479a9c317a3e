; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpCapability FunctionPointersINTEL
; //@ check: OpExtension "SPV_INTEL_function_pointers"
; //@ check: {type} = OpTypeFunction %uint %uint
; //@ check: {pointer} = OpTypePointer Function {type}
; //@ check: {address} = OpConstantFunctionPointerINTEL {pointer} %twice
; //@ check: OpFunctionPointerCallINTEL %uint
; //@ check: OpFunctionPointerCallINTEL %void
; Calls of the function at an address, and the address of a function that follows.
; Rows: 44
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i1 %which, ptr %other) {
  %f = select i1 %which, ptr @twice, ptr %other
  %x = call spir_func i32 %f(i32 21)
  store i32 %x, ptr addrspace(1) %out, align 4
  call spir_func void %other(i32 %x)
  ret void
}

define spir_func i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}
