//@ run: -T cs_6_0 -E main
//@ emit: llvm
//@ check: define internal i32 @wave_0(
//@ check: store <8 x i32>
//@ check: define void @kernel(ptr {ctx}, ptr {scratch}, i64 {begin}, i64 {end})
//@ run: -T cs_6_0 -E main
//@ emit: llvm-dialect
//@ check: vector<8xi32>
//@ check: llvm.func @kernel(
//@ run: -T cs_6_0 -E main
//@ emit: dialect
//@ check: spirv.module Logical GLSL450
//@ check: spirv.func @main(
// The states behind the module; lanes are shown as they run, together.

RWStructuredBuffer<uint> output : register(u0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    output[id.x] = id.x;
}
