//@ run: -T cs_6_6 -fspv-target-env=vulkan1.2 -O0
//@ rules: hlsl
//@ in: lists[0] = f32:1
//@ in: lists[1] = f32:2
//@ in: lists[2] = f32:4
//@ in: lists[3] = f32:8
//@ in: given = u32:3,1
//@ in: result = f32:0*4
//@ dispatch: 1
//@ out: result = f32:12,24,48,96
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.2 -O1
//@ rules: hlsl
//@ in: lists[0] = f32:1
//@ in: lists[1] = f32:2
//@ in: lists[2] = f32:4
//@ in: lists[3] = f32:8
//@ in: given = u32:3,1
//@ in: result = f32:0*4
//@ dispatch: 1
//@ out: result = f32:12,24,48,96
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.2 -O3
//@ rules: hlsl
//@ in: lists[0] = f32:1
//@ in: lists[1] = f32:2
//@ in: lists[2] = f32:4
//@ in: lists[3] = f32:8
//@ in: given = u32:3,1
//@ in: result = f32:0*4
//@ dispatch: 1
//@ out: result = f32:12,24,48,96

// A marked index is marked however it gets to the resource that it selects: no lane gets another one's.
struct Ids { uint list; uint other; };
StructuredBuffer<float> lists[4] : register(t0);
StructuredBuffer<uint> given : register(t4);
RWStructuredBuffer<float> result : register(u5);
static uint kept;

uint same(uint index) { return index; }
void outward(uint index, out uint marked) { marked = NonUniformResourceIndex(index); }
float of_value(uint index) { return lists[index][0]; }
float of_struct(Ids ids) { return lists[ids.list][0]; }
float of_buffer(StructuredBuffer<float> list) { return list[0]; }
StructuredBuffer<float> chosen(uint index) { return lists[NonUniformResourceIndex(index)]; }

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const uint local = NonUniformResourceIndex(lane);
    float sum = lists[local][0] + of_value(NonUniformResourceIndex(lane));

    Ids ids;
    ids.list = NonUniformResourceIndex(lane);
    ids.other = given[1];
    const Ids copy = ids;
    sum += of_struct(copy) + lists[ids.list][0];

    const uint either = given[0] == 3 ? NonUniformResourceIndex(lane) : given[1];
    sum += lists[either][0];

    uint out_value;
    outward(lane, out_value);
    kept = same(NonUniformResourceIndex(lane));
    sum += lists[out_value][0] + lists[kept][0];

    uint several[3] = { given[1], NonUniformResourceIndex(lane), 2 };
    sum += lists[several[given[1]]][0] + lists[min(NonUniformResourceIndex(lane), 3)][0];

    sum += of_buffer(lists[NonUniformResourceIndex(lane)]) + chosen(lane)[0];

    uint late = given[1];
    for (uint pass = 0; pass < given[0]; pass++) {
        if (pass == 2)
            sum += lists[late][0];
        late = NonUniformResourceIndex(lane);
    }
    result[lane] = sum;
}
