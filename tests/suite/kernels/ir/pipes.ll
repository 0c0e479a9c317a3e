; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: {read} = OpTypePipe ReadOnly
; //@ check: OpReadPipe
; //@ check: OpCreatePipeFromPipeStorage
; //@ check: OpReservedReadPipe
; //@ check: OpGroupCommitReadPipe
; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv-llvm
; //@ check: target("spirv.Pipe", 0)
; //@ check: __spirv_ReadPipe
; //@ check: __spirv_CreatePipeFromPipeStorage_read
; //@ check: __spirv_ReservedReadPipe
; Pipes, their reservations, and storage that is one.
; Rows: 8, 11, 35, 42
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Pipe", 0) %pipe, ptr addrspace(1) %out, target("spirv.PipeStorage") %storage) {
  %any = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %done = call spir_func i32 @_Z16__spirv_ReadPipe15__spirv_Pipe__0PU3AS4ciii(target("spirv.Pipe", 0) %pipe, ptr addrspace(4) %any, i32 4, i32 4)
  %other = call spir_func target("spirv.Pipe", 0) @_Z38__spirv_CreatePipeFromPipeStorage_read19__spirv_PipeStorage(target("spirv.PipeStorage") %storage)
  %id = call spir_func target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsi15__spirv_Pipe__0iii(i32 2, target("spirv.Pipe", 0) %other, i32 1, i32 4, i32 4)
  %two = call spir_func i32 @_Z24__spirv_ReservedReadPipe15__spirv_Pipe__017__spirv_ReserveIdiPU3AS4cii(target("spirv.Pipe", 0) %other, target("spirv.ReserveId") %id, i32 0, ptr addrspace(4) %any, i32 4, i32 4)
  call spir_func void @_Z27__spirv_GroupCommitReadPipei15__spirv_Pipe__017__spirv_ReserveIdii(i32 2, target("spirv.Pipe", 0) %other, target("spirv.ReserveId") %id, i32 4, i32 4)
  ret void
}

declare spir_func i32 @_Z16__spirv_ReadPipe15__spirv_Pipe__0PU3AS4ciii(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare spir_func target("spirv.Pipe", 0) @_Z38__spirv_CreatePipeFromPipeStorage_read19__spirv_PipeStorage(target("spirv.PipeStorage"))
declare spir_func target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsi15__spirv_Pipe__0iii(i32, target("spirv.Pipe", 0), i32, i32, i32)
declare spir_func i32 @_Z24__spirv_ReservedReadPipe15__spirv_Pipe__017__spirv_ReserveIdiPU3AS4cii(target("spirv.Pipe", 0), target("spirv.ReserveId"), i32, ptr addrspace(4), i32, i32)
declare spir_func void @_Z27__spirv_GroupCommitReadPipei15__spirv_Pipe__017__spirv_ReserveIdii(i32, target("spirv.Pipe", 0), target("spirv.ReserveId"), i32, i32)
