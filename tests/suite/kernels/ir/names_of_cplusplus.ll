; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpGenericCastToPtrExplicit {pointer} {g} CrossWorkgroup
; //@ check: OpAtomicStore {cell} %uint_1 %uint_528 %uint_7
; Names with void, and with types in namespaces, as compilers of C++ write them.
; Rows: 9
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %g = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %p = call spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4vi(ptr addrspace(4) %g, i32 5)
  call spir_func void @_Z19__spirv_AtomicStorePU3AS1iN5__spv5Scope4FlagENS1_19MemorySemanticsMask4FlagEi(ptr addrspace(1) %p, i32 1, i32 528, i32 7)
  ret void
}

declare spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4vi(ptr addrspace(4), i32)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS1iN5__spv5Scope4FlagENS1_19MemorySemanticsMask4FlagEi(ptr addrspace(1), i32, i32, i32)
