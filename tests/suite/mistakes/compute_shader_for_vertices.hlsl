//@ run: -T vs_6_0
RWStructuredBuffer<float> list;
[numthreads(32, 1, 1)]
//~ warning[W2515]: attribute 'numthreads' has no effect
void main(uint3 at : SV_DispatchThreadID, uint number : SV_GroupIndex, uint3 group : SV_GroupID) {
//~                  ^ error[E2521]: semantic 'SV_DispatchThreadID' is not allowed on a vertex shader's input
//~  ^ note: 'main' is compiled for the stage 'vertex'; its semantics are those of 'compute'
    list[at.x] = number;
}
//~? note: it is for compute, mesh, amplification and node entry points, and this is one of stage 'vertex'
