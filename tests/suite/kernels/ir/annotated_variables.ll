; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpDecorateString %numbers UserSemantic "said of it"
; //@ check: OpDecorateString %callee UserSemantic "said of a function"
; Annotations of variables and functions, under an alias too.
; Rows: 32, 49
target triple = "spir64-unknown-unknown"

@numbers = addrspace(1) global [2 x i32] zeroinitializer
@other = alias [2 x i32], ptr addrspace(1) @numbers
@one = private addrspace(1) constant [11 x i8] c"said of it\00"
@two = private addrspace(1) constant [19 x i8] c"said of a function\00"
@llvm.global.annotations = appending global [2 x { ptr addrspace(1), ptr addrspace(1), ptr, i32, ptr }] [{ ptr addrspace(1), ptr addrspace(1), ptr, i32, ptr } { ptr addrspace(1) @numbers, ptr addrspace(1) @one, ptr null, i32 1, ptr null }, { ptr addrspace(1), ptr addrspace(1), ptr, i32, ptr } { ptr addrspace(1) addrspacecast (ptr @callee to ptr addrspace(1)), ptr addrspace(1) @two, ptr null, i32 2, ptr null }]

define spir_func void @callee() {
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  call spir_func void @callee()
  %x = load i32, ptr addrspace(1) @other, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}
