// Long vectors lie in memory as arrays of their components do.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types
//@ in: layers = f32:2,1,2,3,4,5,6,7,8,9,0,0,0,0,0,0,0,0*37
//@ in: bytes = f32:0,1,2,3,4,5,6,7,8,9,0*30
//@ in: halves = u32:0x00020001,0x00040003,0x00060005,0,0,0
//@ in: seen = u32:0*3
//@ dispatch: 1 1 1
//@ out: layers = u32:0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x41980000,68,0,0,0,0,0,0,0,0x40000000,0x40c00000,0x41200000,0x41600000,0x41900000,0x41b00000,0x41d00000,0x41f00000,0x42080000,0x42180000,68,0,1,1,1,1,1,0,0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x40c00000,68,0,0,0,0,0,0,0
//@ out: bytes = u32:0,0x3f800000,0x40000000,0x40400000,0x40800000,0x40a00000,0x40c00000,0x40e00000,0x41000000,0x41100000,0x3f800000,0x40800000,0x41100000,0x41800000,0x41c80000,0x42100000,0x42440000,0x42800000,0x42a20000,0x42320000,0x3f000000,0x3f800000,0x3fc00000,0x40000000,0x40200000,0x3ff80000,0,0x40000000,0,0x40040000,1,0,2,0,3,0,4,0,5,0
//@ out: halves = u32:0x00020001,0x00040003,0x00060005,0x00050002,0x000B0008,0x0011000E
//@ out: seen = u32:36,20,80
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -Od
//@ in: layers = f32:2,1,2,3,4,5,6,7,8,9,0,0,0,0,0,0,0,0*37
//@ in: bytes = f32:0,1,2,3,4,5,6,7,8,9,0*30
//@ in: halves = u32:0x00020001,0x00040003,0x00060005,0,0,0
//@ in: seen = u32:0*3
//@ dispatch: 1 1 1
//@ out: layers = u32:0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x41980000,68,0,0,0,0,0,0,0,0x40000000,0x40c00000,0x41200000,0x41600000,0x41900000,0x41b00000,0x41d00000,0x41f00000,0x42080000,0x42180000,68,0,1,1,1,1,1,0,0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x40c00000,68,0,0,0,0,0,0,0
//@ out: bytes = u32:0,0x3f800000,0x40000000,0x40400000,0x40800000,0x40a00000,0x40c00000,0x40e00000,0x41000000,0x41100000,0x3f800000,0x40800000,0x41100000,0x41800000,0x41c80000,0x42100000,0x42440000,0x42800000,0x42a20000,0x42320000,0x3f000000,0x3f800000,0x3fc00000,0x40000000,0x40200000,0x3ff80000,0,0x40000000,0,0x40040000,1,0,2,0,3,0,4,0,5,0
//@ out: halves = u32:0x00020001,0x00040003,0x00060005,0x00050002,0x000B0008,0x0011000E
//@ out: seen = u32:36,20,80
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -fspv-extension=SPV_EXT_long_vector
//@ in: layers = f32:2,1,2,3,4,5,6,7,8,9,0,0,0,0,0,0,0,0*37
//@ in: bytes = f32:0,1,2,3,4,5,6,7,8,9,0*30
//@ in: halves = u32:0x00020001,0x00040003,0x00060005,0,0,0
//@ in: seen = u32:0*3
//@ dispatch: 1 1 1
//@ out: layers = u32:0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x41980000,68,0,0,0,0,0,0,0,0x40000000,0x40c00000,0x41200000,0x41600000,0x41900000,0x41b00000,0x41d00000,0x41f00000,0x42080000,0x42180000,68,0,1,1,1,1,1,0,0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x40c00000,68,0,0,0,0,0,0,0
//@ out: bytes = u32:0,0x3f800000,0x40000000,0x40400000,0x40800000,0x40a00000,0x40c00000,0x40e00000,0x41000000,0x41100000,0x3f800000,0x40800000,0x41100000,0x41800000,0x41c80000,0x42100000,0x42440000,0x42800000,0x42a20000,0x42320000,0x3f000000,0x3f800000,0x3fc00000,0x40000000,0x40200000,0x3ff80000,0,0x40000000,0,0x40040000,1,0,2,0,3,0,4,0,5,0
//@ out: halves = u32:0x00020001,0x00040003,0x00060005,0x00050002,0x000B0008,0x0011000E
//@ out: seen = u32:36,20,80
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -fspv-extension=SPV_EXT_long_vector -Od
//@ in: layers = f32:2,1,2,3,4,5,6,7,8,9,0,0,0,0,0,0,0,0*37
//@ in: bytes = f32:0,1,2,3,4,5,6,7,8,9,0*30
//@ in: halves = u32:0x00020001,0x00040003,0x00060005,0,0,0
//@ in: seen = u32:0*3
//@ dispatch: 1 1 1
//@ out: layers = u32:0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x41980000,68,0,0,0,0,0,0,0,0x40000000,0x40c00000,0x41200000,0x41600000,0x41900000,0x41b00000,0x41d00000,0x41f00000,0x42080000,0x42180000,68,0,1,1,1,1,1,0,0x40000000,0x40400000,0x40a00000,0x40e00000,0x41100000,0x41300000,0x41500000,0x41700000,0x41880000,0x40c00000,68,0,0,0,0,0,0,0
//@ out: bytes = u32:0,0x3f800000,0x40000000,0x40400000,0x40800000,0x40a00000,0x40c00000,0x40e00000,0x41000000,0x41100000,0x3f800000,0x40800000,0x41100000,0x41800000,0x41c80000,0x42100000,0x42440000,0x42800000,0x42a20000,0x42320000,0x3f000000,0x3f800000,0x3fc00000,0x40000000,0x40200000,0x3ff80000,0,0x40000000,0,0x40040000,1,0,2,0,3,0,4,0,5,0
//@ out: halves = u32:0x00020001,0x00040003,0x00060005,0x00050002,0x000B0008,0x0011000E
//@ out: seen = u32:36,20,80
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
struct Layer { float bias; vector<float, 9> weights; uint2 size; vector<bool, 5> flags; };
RWStructuredBuffer<Layer> layers : register(u0);
RWByteAddressBuffer bytes : register(u1);
RWStructuredBuffer<vector<int16_t, 6> > halves : register(u2);
RWStructuredBuffer<uint> seen : register(u3);
groupshared vector<float, 7> rows[4];
groupshared Layer shared[2];
static vector<float, 9> kept = 0.5;
struct Pair { vector<double, 5> wide; vector<uint64_t, 5> more; };

Layer twice(Layer layer, inout Layer other) {
    layer.weights *= 2;
    layer.flags = !layer.flags;
    other.weights[8] = layer.weights[0];
    return layer;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    rows[i] = (float)i;
    rows[i][i + 3] += 0.25;
    GroupMemoryBarrierWithGroupSync();
    if (i != 0) return;
    Layer first = layers[0];
    kept += first.weights;
    first.weights = kept * first.bias;
    first.size.x = sizeof(Layer);
    shared[1] = first;
    Layer copies[2] = { first, shared[1] };
    layers[0] = first;
    layers[1] = twice(copies[1], copies[0]);
    layers[2] = copies[0];
    vector<float, 9> odd = bytes.Load<vector<float, 9> >(4);
    bytes.Store<vector<float, 9> >(40, odd * odd);
    bytes.Store(76, dot(rows[3], rows[2]) + rows[1][4]);
    Pair pair;
    pair.wide = vector<double, 5>(odd[0], odd[1], odd[2], odd[3], odd[4]) * 0.5;
    pair.more = vector<uint64_t, 5>(1, 2, 3, 4, 5);
    bytes.Store<Pair>(80, pair);
    pair = bytes.Load<Pair>(80);
    bytes.Store<vector<float, 5> >(80, (vector<float, 5>)pair.wide);
    halves[1] = halves[0] * (int16_t)3 - (int16_t)1;
    seen[0] = sizeof(vector<float, 9>);
    seen[1] = sizeof(vector<bool, 5>);
    seen[2] = sizeof(Pair);
}
