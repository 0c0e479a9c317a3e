//@ only on the CPU: -fcgl declares capabilities that drivers lack
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -fcgl
// The addresses in a static without an initializer are null.
struct Node { float4 value; };
typedef vk::BufferPointer<Node> ToNode;
struct Holder { uint count; ToNode first; ToNode others[2]; uint low : 4; uint high : 8; };
static Holder kept;
static ToNode alone;
RWStructuredBuffer<uint> result : register(u0);

//@ in: result = u32:7,7,7,7,7
//@ dispatch: 1
//@ out: result = u32:0,0,0,0,3
[numthreads(1, 1, 1)] void main() {
    result[0] = (uint)(uint64_t)kept.first;
    result[1] = (uint)(uint64_t)alone;
    result[2] = (uint)(uint64_t)kept.others[1];
    result[3] = kept.count + kept.high;
    kept.count = 3;
    result[4] = kept.count + kept.low;
}
