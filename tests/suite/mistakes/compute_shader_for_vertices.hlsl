//@ run: -T vs_6_0
RWStructuredBuffer<float> list;
[numthreads(32, 1, 1)]
//~ warning[W2515]: attribute 'numthreads' has no effect
void main(uint3 at : SV_DispatchThreadID, uint number : SV_GroupIndex, uint3 group : SV_GroupID) {
//~                  ^ error[E2521]: semantic 'SV_DispatchThreadID' is not allowed on a vertex shader's input
//~  ^ note: 'main' is compiled as a vertex shader, but has semantics of a compute shader
    list[at.x] = number;
}
//~? note: it applies to compute, mesh, amplification and node entry points; this is a vertex entry point
