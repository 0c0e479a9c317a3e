//@ run: -T cs_6_0
//@ emit: llvm
//@ check: load volatile i32
//@ check: store volatile i32
//@ check: load volatile i32
//@ in: polled = u32:5,6,7,8
//@ in: plain = u32:1,2,3,4
//@ in: result = zeros:16
//@ dispatch: 4
//@ out: polled = u32:6,8,10,12
//@ out: result = u32:7,10,13,16
//@ run: -T cs_6_0
//@ emit: llvm-dialect
//@ check: llvm.load volatile
//@ check: llvm.store volatile
//@ check: llvm.load volatile
// What other threads poll, and what an instruction calls volatile, is read and written as it stands.

globallycoherent RWStructuredBuffer<uint> polled;
RWStructuredBuffer<uint> plain;
RWStructuredBuffer<uint> result;

[[vk::ext_instruction(/* OpLoad */ 61)]]
uint load([[vk::ext_reference]] uint from, [[vk::ext_literal]] int operands);

[numthreads(1, 1, 1)]
void main(uint at : SV_GroupID) {
    uint sum = polled[at] + at + 1;
    polled[at] = sum;
    result[at] = sum + load(plain[at], /* Volatile */ 1);
}
