//@ run: -T cs_6_0 -E main
// A compute shader writes to memory.
[numthreads(8, 8, 1)]
void main(uint3 at : SV_DispatchThreadID, out float4 place : SV_Position) { place = at.x; }
//~                                                  ^ error[E2565]: compute entry point cannot have the output 'place'
