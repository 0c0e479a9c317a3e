; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpCapability VariableLengthArrayINTEL
; //@ check: OpExtension "SPV_INTEL_variable_length_array"
; //@ check: {stack} = OpSaveMemoryINTEL %_ptr_Function_uchar
; //@ check: {array} = OpVariableLengthArrayINTEL %_ptr_Function_uint %n
; //@ check: OpRestoreMemoryINTEL {stack}
; Memory whose size is known at run time.
; Rows: 45
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i64 %n) {
  %stack = call ptr @llvm.stacksave.p0()
  %array = alloca i32, i64 %n, align 4
  store i32 1, ptr %array, align 4
  %x = load i32, ptr %array, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  call void @llvm.stackrestore.p0(ptr %stack)
  ret void
}

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
