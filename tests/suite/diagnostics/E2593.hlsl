//@ run: -T vs_6_8 -E vertex
//@ run: -T ps_6_8 -E pixel -DPIXEL
//@ run: -T cs_6_8 -E compute -DCOMPUTE
#ifdef PIXEL
struct Output { float4 colour : SV_Target3; float depth : SV_Depth1; uint mask : SV_Coverage2; };
Output pixel(float4 at : SV_Position1, float3 weights : SV_Barycentrics2, uint id : SV_PrimitiveID3, float3 other : SV_Barycentrics0) {
    return (Output)0;
}
#elif defined(COMPUTE)
[numthreads(1, 1, 1)]
void compute(uint3 id : SV_DispatchThreadID1, uint3 group : SV_GroupID0) { }
#else
struct Pair { float4 first; float4 second; };
Pair vertex(uint id : SV_VertexID1, float4 at : POSITION7, out float clip : SV_ClipDistance3) : SV_Position { clip = 0; return (Pair)0; }
#endif
