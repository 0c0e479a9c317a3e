//@ run: -T cs_6_6
// The ids are integers; a parameter of floats is given their values.
//@ dispatch: 1 2 1
//@ in: ids = f32:0*6
//@ out: ids = f32:0.5,1.5,2.5,10.5,11.5,12.5
RWStructuredBuffer<float> ids : register(u0);
[numthreads(3, 1, 1)]
void main(float3 id : SV_DispatchThreadID, uint at : SV_GroupIndex, float2 group : SV_GroupID) {
    ids[uint(id.y) * 3 + at] = id.x + 10 * group.y + 0.5;
}
