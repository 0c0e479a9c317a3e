; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability Vector16
; //@ check: OpMemoryModel Physical64 OpenCL
; //@ check: OpEntryPoint Kernel %k "k"
; //@ check: {f} = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_UniformConstant_uchar %_ptr_Workgroup_uchar
; //@ check: %v16float = OpTypeVector %float 16
; //@ check: %k = OpFunction %void None {f}
; //@ check: OpPtrCastToGeneric %_ptr_Generic_uchar
; //@ check: OpGenericCastToPtr %_ptr_CrossWorkgroup_uchar
; The triple, address spaces as storage classes, kernels by how they are called.
; Rows: 1, 4, 5, 7
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(2) %in, ptr addrspace(3) %shared) {
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %back = addrspacecast ptr addrspace(4) %generic to ptr addrspace(1)
  %wide = load <16 x float>, ptr addrspace(2) %in, align 64
  store <16 x float> %wide, ptr addrspace(1) %back, align 64
  store float 1.0, ptr addrspace(3) %shared, align 4
  ret void
}

!spirv.MemoryModel = !{!0}
!0 = !{i32 2, i32 2}
