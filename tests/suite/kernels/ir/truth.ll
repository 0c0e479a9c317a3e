; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: {less} = OpSLessThan %bool
; //@ check: OpSelect %uint {less} %uint_1 %uint_0
; //@ check: {not} = OpLogicalNot %bool {less}
; //@ check: OpINotEqual %bool
; //@ check: OpCompositeInsert %v2bool {both}
; //@ check: OpSelect %v2uint
; Integers of one bit are truth values, also where they are computed with and converted.
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, <2 x i32> %v) {
  %less = icmp slt i32 %x, 5
  %number = zext i1 %less to i32
  %not = xor i1 %less, true
  %bit = trunc i32 %x to i1
  %both = and i1 %not, %bit
  %vector = select i1 %both, <2 x i32> %v, <2 x i32> <i32 3, i32 4>
  %first = extractelement <2 x i32> %vector, i32 0
  %sum = add i32 %first, %number
  store i32 %sum, ptr addrspace(1) %out, align 4
  ret void
}
