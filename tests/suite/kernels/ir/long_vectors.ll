; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability LongVectorEXT
; //@ check: OpExtension "SPV_EXT_long_vector"
; //@ check: {five} = OpTypeVector %uint 5
; //@ check: OpIAdd {five}
; Vectors of any number of components.
; Rows: 46
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load <5 x i32>, ptr addrspace(1) %p, align 32
  %w = add <5 x i32> %v, <i32 1, i32 2, i32 3, i32 4, i32 5>
  store <5 x i32> %w, ptr addrspace(1) %p, align 32
  ret void
}
