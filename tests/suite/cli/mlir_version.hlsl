//@ run: -T cs_6_0 -E main --mlir-version=22
//@ emit: dialect
//@ check: // MLIR 22 has no equivalent
//@ check: spirv.FunctionCall @spirv.Any(
//@ check: spirv.func @spirv.Any(vector<3xi1>) -> i1 "None" attributes
//@ run: -T cs_6_0 -E main --mlir-version=none
//@ emit: dialect
//@ check: spirv.Source
//@ check: spirv.Any %
//@ check-not: spirv.FunctionCall
// The text of the dialect for MLIR, and as it is.

RWStructuredBuffer<uint> counts : register(u0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    counts[id.x] = any(id == 3) ? 1 : 0;
}
