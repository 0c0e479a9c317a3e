; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpExtension "SPV_INTEL_fpga_memory_attributes"
; //@ check: OpDecorate {a} RegisterINTEL
; //@ check: OpDecorate {b} MemoryINTEL "MLAB"
; //@ check: OpDecorate {c} NumbanksINTEL 4
; //@ check: OpDecorate {d} BankwidthINTEL 8
; //@ check: OpDecorate {e} MaxPrivateCopiesINTEL 3
; //@ check: OpDecorate {f} SinglepumpINTEL
; //@ check: OpDecorate {g} DoublepumpINTEL
; //@ check: OpDecorate {h} MaxReplicatesINTEL 2
; //@ check: OpDecorate {i} SimpleDualPortINTEL
; //@ check: OpDecorate {j} MergeINTEL "key" "depth"
; //@ check: OpDecorate {k} BankBitsINTEL 1 2 3
; //@ check: OpDecorate {l} ForcePow2DepthINTEL 0
; The eleven names that the representation reserves for decorations of members.
; Rows: 32
target triple = "spir64-unknown-unknown"

@t0 = private unnamed_addr addrspace(1) constant [13 x i8] c"{register:1}\00"
@t1 = private unnamed_addr addrspace(1) constant [14 x i8] c"{memory:MLAB}\00"
@t2 = private unnamed_addr addrspace(1) constant [13 x i8] c"{numbanks:4}\00"
@t3 = private unnamed_addr addrspace(1) constant [14 x i8] c"{bankwidth:8}\00"
@t4 = private unnamed_addr addrspace(1) constant [19 x i8] c"{private_copies:3}\00"
@t5 = private unnamed_addr addrspace(1) constant [9 x i8] c"{pump:1}\00"
@t6 = private unnamed_addr addrspace(1) constant [9 x i8] c"{pump:2}\00"
@t7 = private unnamed_addr addrspace(1) constant [19 x i8] c"{max_replicates:2}\00"
@t8 = private unnamed_addr addrspace(1) constant [21 x i8] c"{simple_dual_port:1}\00"
@t9 = private unnamed_addr addrspace(1) constant [18 x i8] c"{merge:key:depth}\00"
@t10 = private unnamed_addr addrspace(1) constant [18 x i8] c"{bank_bits:1,2,3}\00"
@t11 = private unnamed_addr addrspace(1) constant [21 x i8] c"{force_pow2_depth:0}\00"
@file = private unnamed_addr addrspace(1) constant [2 x i8] c"f\00"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t0, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 0, ptr addrspace(1) %a, align 4
  %b = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t1, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 1, ptr addrspace(1) %b, align 4
  %c = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t2, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 2, ptr addrspace(1) %c, align 4
  %d = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t3, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 3, ptr addrspace(1) %d, align 4
  %e = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t4, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 4, ptr addrspace(1) %e, align 4
  %f = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t5, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 5, ptr addrspace(1) %f, align 4
  %g = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t6, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 6, ptr addrspace(1) %g, align 4
  %h = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t7, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 7, ptr addrspace(1) %h, align 4
  %i = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t8, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 8, ptr addrspace(1) %i, align 4
  %j = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t9, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 9, ptr addrspace(1) %j, align 4
  %k = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t10, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 10, ptr addrspace(1) %k, align 4
  %l = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @t11, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store i32 11, ptr addrspace(1) %l, align 4
  ret void
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
