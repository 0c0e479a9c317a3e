; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability DeviceEnqueue
; //@ check: {queue} = OpTypeQueue
; //@ check: OpGetDefaultQueue {queue}
; Queues of a device, whose types have names.
; Rows: 35, 42
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %q = call spir_func target("spirv.Queue") @_Z23__spirv_GetDefaultQueuev()
  ret void
}

declare spir_func target("spirv.Queue") @_Z23__spirv_GetDefaultQueuev()
