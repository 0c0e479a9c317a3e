//@ run: -T cs_6_0
//@ in: source = u32:5,9,3,6,16,2,0,0,0,0
//@ in: result = f32:0*3
//@ dispatch: 3
//@ out: result = f32:8,8,12
//@ emit: spirv
//@ check-not: %Hit
//@ check-not: %Inner
// Structs that branches and loops choose are chosen part by part, and only the parts that are read.
struct Inner { float2 pair; uint list[2]; };
struct Hit { float distance; Inner inner; float3 unread; };

StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<float> result : register(u1);

Hit near_one(uint at) {
    Hit hit;
    hit.distance = at;
    hit.inner.pair = float2(at, 2 * at);
    hit.inner.list[0] = 1;
    hit.inner.list[1] = at;
    hit.unread = sin(at);
    return hit;
}

Hit hit_at(uint at) {
    Hit hit = (Hit)0;
    hit.distance = 100;
    if (source[at] > 4)
        hit = near_one(source[at + 1]);
    return hit;
}

[numthreads(1, 1, 1)]
void main(uint at : SV_DispatchThreadID) {
    Hit best = hit_at(at);
    for (uint i = 0; i < source[at]; ++i) {
        const Hit other = hit_at(i);
        if (other.distance < best.distance)
            best = other;
    }
    result[at] = best.distance + best.inner.pair.y + best.inner.list[1];
}
