; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpTypePointer DeviceOnlyINTEL
; //@ check: OpTypePointer HostOnlyINTEL
; //@ check: OpGenericCastToPtrExplicit
; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv-llvm
; //@ check: ptr addrspace(5)
; //@ check: ptr addrspace(6)
; //@ check: __spirv_GenericCastToPtrExplicit_ToGlobal
; Memory of the device alone and of the host alone, and generic pointers that are asked what they are.
; Rows: 5, 7, 8
target triple = "spir64-unknown-unknown"

declare spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4ci(ptr addrspace(4), i32)

define spir_kernel void @k(ptr addrspace(5) %device, ptr addrspace(6) %host, ptr addrspace(1) %out) {
  %number = load i32, ptr addrspace(6) %host, align 4
  store i32 %number, ptr addrspace(5) %device, align 4
  %any = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %back = call spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4ci(ptr addrspace(4) %any, i32 5)
  store i32 %number, ptr addrspace(1) %back, align 4
  ret void
}
