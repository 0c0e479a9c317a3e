; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability Pipes
; //@ check: {reserved} = OpReserveReadPipePackets {id} %p %uint_2 %uint_4 %uint_4
; //@ check: OpReservedReadPipe %uint %p {reserved} %uint_0 {v} %uint_4 %uint_4
; //@ check: OpCommitReadPipe %p {reserved} %uint_4 %uint_4
; //@ check: {group} = OpGroupReserveWritePipePackets {id} %uint_2 %q %uint_2 %uint_4 %uint_4
; //@ check: OpReservedWritePipe %uint %q {group}
; //@ check: OpGroupCommitWritePipe %uint_2 %q {group} %uint_4 %uint_4
; //@ check: OpGroupReserveReadPipePackets {id} %uint_3 %p
; //@ check: OpIsValidReserveId %bool
; //@ check: OpReadPipe %uint %p
; //@ check: OpWritePipe %uint %q
; //@ check: OpGetNumPipePackets %uint %p %uint_4 %uint_4
; //@ check: OpGetMaxPipePackets %uint %q %uint_4 %uint_4
; Pipes as clang calls them for OpenCL C: read_pipe, write_pipe, reserve_read_pipe and similar functions.
; Rows: 42
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Pipe", 0) %p, target("spirv.Pipe", 1) %q, ptr addrspace(1) %out) {
  %place = alloca i32, align 4
  %v = addrspacecast ptr %place to ptr addrspace(4)
  %r = call spir_func target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0) %p, i32 2, i32 4, i32 4)
  %a = call spir_func i32 @__read_pipe_4(target("spirv.Pipe", 0) %p, target("spirv.ReserveId") %r, i32 0, ptr addrspace(4) %v, i32 4, i32 4)
  call spir_func void @__commit_read_pipe(target("spirv.Pipe", 0) %p, target("spirv.ReserveId") %r, i32 4, i32 4)
  %w = call spir_func target("spirv.ReserveId") @__work_group_reserve_write_pipe(target("spirv.Pipe", 1) %q, i32 2, i32 4, i32 4)
  %b = call spir_func i32 @__write_pipe_4(target("spirv.Pipe", 1) %q, target("spirv.ReserveId") %w, i32 1, ptr addrspace(4) %v, i32 4, i32 4)
  call spir_func void @__work_group_commit_write_pipe(target("spirv.Pipe", 1) %q, target("spirv.ReserveId") %w, i32 4, i32 4)
  %s = call spir_func target("spirv.ReserveId") @__sub_group_reserve_read_pipe(target("spirv.Pipe", 0) %p, i32 2, i32 4, i32 4)
  %is = call spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId") %s)
  %c = call spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0) %p, ptr addrspace(4) %v, i32 4, i32 4)
  %d = call spir_func i32 @__write_pipe_2(target("spirv.Pipe", 1) %q, ptr addrspace(4) %v, i32 4, i32 4)
  %e = call spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0) %p, i32 4, i32 4)
  %f = call spir_func i32 @__get_pipe_max_packets_wo(target("spirv.Pipe", 1) %q, i32 4, i32 4)
  %g = add i32 %e, %f
  %h = select i1 %is, i32 %g, i32 %c
  store i32 %h, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)
declare spir_func i32 @__read_pipe_4(target("spirv.Pipe", 0), target("spirv.ReserveId"), i32, ptr addrspace(4), i32, i32)
declare spir_func void @__commit_read_pipe(target("spirv.Pipe", 0), target("spirv.ReserveId"), i32, i32)
declare spir_func target("spirv.ReserveId") @__work_group_reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)
declare spir_func i32 @__write_pipe_4(target("spirv.Pipe", 1), target("spirv.ReserveId"), i32, ptr addrspace(4), i32, i32)
declare spir_func void @__work_group_commit_write_pipe(target("spirv.Pipe", 1), target("spirv.ReserveId"), i32, i32)
declare spir_func target("spirv.ReserveId") @__sub_group_reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)
declare spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId"))
declare spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare spir_func i32 @__write_pipe_2(target("spirv.Pipe", 1), ptr addrspace(4), i32, i32)
declare spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0), i32, i32)
declare spir_func i32 @__get_pipe_max_packets_wo(target("spirv.Pipe", 1), i32, i32)
