//@ run: -T cs_6_0
//@ emit: spirv
//@ check: OpDecorate %a Binding 0
//@ check: OpDecorate %b Binding 1
//@ check: OpDecorate %counter_var_b Binding 3
//@ check-not: OpVariable %_ptr_Private__ptr
//@ check: OpAtomicIAdd %int {*}
//@ check: OpAtomicISub %int {*}
RWStructuredBuffer<uint> a, b;

RWStructuredBuffer<uint> second() { return b; }
uint up(RWStructuredBuffer<uint> buffer) { return buffer.IncrementCounter(); }

[numthreads(1, 1, 1)]
void main() {
  RWStructuredBuffer<uint> local = second();
  a[up(a)] = local.DecrementCounter();
}
