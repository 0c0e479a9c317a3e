; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: {third} = OpSpecConstantOp %_ptr_CrossWorkgroup_uint InBoundsPtrAccessChain %numbers %uint_0 %uint_2
; //@ check: {bytes} = OpSpecConstantOp %_ptr_CrossWorkgroup_uchar Bitcast {third}
; //@ check: %behind = OpVariable {type} CrossWorkgroup {bytes}
; //@ check: OpSpecConstantOp %_ptr_Generic_uchar PtrCastToGeneric
; //@ check: OpSpecConstantComposite
; Initial values that are computed from addresses, of variables that follow too.
; Rows: 48
target triple = "spir64-unknown-unknown"

@behind = addrspace(1) global ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @numbers, i32 0, i32 2)
@numbers = addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@both = addrspace(1) global { ptr addrspace(1), ptr addrspace(4) } { ptr addrspace(1) @numbers, ptr addrspace(4) addrspacecast (ptr addrspace(1) @numbers to ptr addrspace(4)) }

define spir_kernel void @k(ptr addrspace(1) %out) {
  %at = load ptr addrspace(1), ptr addrspace(1) @behind, align 8
  %x = load i32, ptr addrspace(1) %at, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  %first = load ptr addrspace(1), ptr addrspace(1) @both, align 8
  %y = load i32, ptr addrspace(1) %first, align 4
  store i32 %y, ptr addrspace(1) %out, align 4
  ret void
}
