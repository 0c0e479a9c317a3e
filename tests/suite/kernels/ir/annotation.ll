; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpDecorate {same} Alignment 4
; //@ check-not: OpDecorate %out
; //@ check: {same} = OpCopyObject
; //@ check: OpStore {to} %uint_1 Aligned 4
; Annotations of pointers, which describe members to other kinds of devices, decorate a copy of the pointer.
; Rows: 32
target triple = "spir64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [7 x i8] c"{44:4}\00"
@file = private unnamed_addr addrspace(1) constant [2 x i8] c"f\00"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %same = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 1, ptr addrspace(1) %same, align 4
  ret void
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
