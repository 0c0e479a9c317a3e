//@ run: -T cs_6_0
//@ emit: spirv
//@ check: OpDecorate %counter_var_b Binding 3
//@ check-not: OpTypePointer Private
//@ check: {of_b} = OpAccessChain %_ptr_Uniform_int %counter_var_b
//@ check: OpAtomicISub %int {of_b}
//@ check: {of_a} = OpAccessChain %_ptr_Uniform_int %counter_var_a
//@ check: OpAtomicIAdd %int {of_a}
RWStructuredBuffer<uint> a, b;

RWStructuredBuffer<uint> second() { return b; }
uint up(RWStructuredBuffer<uint> buffer) { return buffer.IncrementCounter(); }

[numthreads(1, 1, 1)]
void main() {
  RWStructuredBuffer<uint> local = second();
  a[up(a)] = local.DecrementCounter();
}
