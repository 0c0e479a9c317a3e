//@ run: -T ps_6_0
RWStructuredBuffer<float> list;
[numthreads(32, 1, 1)]
//~ warning[W2515]: attribute 'numthreads' has no effect
void main(uint3 at : SV_DispatchThreadID) {
//~                  ^ error[E2521]: semantic 'SV_DispatchThreadID' is not allowed on a pixel shader's input
//~                  ^ note: allowed on a compute shader's input, a mesh shader's input, an amplification shader's input
    list[at.x] = 1;
}
//~? note: it applies to compute, mesh, amplification and node entry points; this is a pixel entry point
