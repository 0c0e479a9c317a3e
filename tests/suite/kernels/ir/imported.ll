; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability Linkage
; //@ check: OpDecorate {table} LinkageAttributes "table" Import
; //@ check: OpDecorate {twice} LinkageAttributes "twice" Import
; //@ check: OpDecorate {nothing} LinkageAttributes "nothing" Import
; //@ check: {twice} = OpFunction %uint
; //@ check: OpFunctionCall %uint {twice}
; //@ check: OpFunctionCall %void {nothing}
; //@ check: OpFunctionCall %void %own
; What a module only declares is another module's: a variable and functions, one of them without anything.
; Rows: 4
target triple = "spir64-unknown-unknown"

@table = external addrspace(1) constant [4 x i32]

define spir_func void @own() {
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) @table, align 4
  %b = call spir_func i32 @twice(i32 %a)
  call spir_func void @nothing()
  call spir_func void @own()
  store i32 %b, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @twice(i32)
declare spir_func void @nothing()
