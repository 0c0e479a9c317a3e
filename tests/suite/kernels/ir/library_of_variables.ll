; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability Linkage
; //@ check-not: OpEntryPoint
; A module without any function is a library too.
; Rows: 4, 6
target triple = "spir64-unknown-unknown"

@numbers = addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4
