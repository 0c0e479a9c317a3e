; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: variables that begin with the addresses of each other are not supported
target triple = "spir64-unknown-unknown"

@a = addrspace(1) global ptr addrspace(1) @b
@b = addrspace(1) global ptr addrspace(1) @a

define spir_kernel void @k() {
  ret void
}
