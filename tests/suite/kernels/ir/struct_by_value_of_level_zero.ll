; //@ run: -fspv-target-env=levelzero
; //@ emit: spirv
; //@ check: {pair} = OpTypeStruct %uint %uint
; //@ check: {given} = OpFunctionParameter {pair}
; //@ check: OpStore {place} {given}
; Level Zero takes structs as they are, where OpenCL takes pointers to copies of them.
; Rows: 29
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

define spir_kernel void @k(ptr addrspace(1) %out, ptr byval(%pair) align 4 %pair) {
  %second = getelementptr inbounds %pair, ptr %pair, i64 0, i32 1
  %value = load i32, ptr %second, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}
