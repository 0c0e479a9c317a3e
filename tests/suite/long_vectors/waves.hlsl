// Functions of waves take each component.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = f32:1,2,3,4,5,7,2,2,3,1,5,7,3,2,1,4,5,7,4,2,2,2,6,7
//@ in: result = f32:0*48
//@ in: matches = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = f32:10,8,9,11,21,28,401,202,301,401,605,707,6,8,9,16,125,343,301,202,103,404,505,707,704,200,303,703,703,700,0,1,0,0,0,1,3,4,6,5,10,14,2,2,3,1,5,7
//@ out: matches = u32:3,0,0,0,3,0,0,0,12,0,0,0,12,0,0,0
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = f32:1,2,3,4,5,7,2,2,3,1,5,7,3,2,1,4,5,7,4,2,2,2,6,7
//@ in: result = f32:0*48
//@ in: matches = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = f32:10,8,9,11,21,28,401,202,301,401,605,707,6,8,9,16,125,343,301,202,103,404,505,707,704,200,303,703,703,700,0,1,0,0,0,1,3,4,6,5,10,14,2,2,3,1,5,7
//@ out: matches = u32:3,0,0,0,3,0,0,0,12,0,0,0,12,0,0,0
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -fspv-extension=SPV_NV_shader_subgroup_partitioned
//@ in: data = f32:1,2,3,4,5,7,2,2,3,1,5,7,3,2,1,4,5,7,4,2,2,2,6,7
//@ in: result = f32:0*48
//@ in: matches = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = f32:10,8,9,11,21,28,401,202,301,401,605,707,6,8,9,16,125,343,301,202,103,404,505,707,704,200,303,703,703,700,0,1,0,0,0,1,3,4,6,5,10,14,2,2,3,1,5,7
//@ out: matches = u32:3,0,0,0,3,0,0,0,12,0,0,0,12,0,0,0
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -fspv-extension=SPV_NV_shader_subgroup_partitioned -Od
//@ in: data = f32:1,2,3,4,5,7,2,2,3,1,5,7,3,2,1,4,5,7,4,2,2,2,6,7
//@ in: result = f32:0*48
//@ in: matches = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = f32:10,8,9,11,21,28,401,202,301,401,605,707,6,8,9,16,125,343,301,202,103,404,505,707,704,200,303,703,703,700,0,1,0,0,0,1,3,4,6,5,10,14,2,2,3,1,5,7
//@ out: matches = u32:3,0,0,0,3,0,0,0,12,0,0,0,12,0,0,0
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
StructuredBuffer<vector<float, 6> > data : register(t0);
RWStructuredBuffer<vector<float, 6> > result : register(u1);
RWStructuredBuffer<uint4> matches : register(u2);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    vector<float, 6> a = data[i];
    vector<uint, 6> u = (vector<uint, 6>)a;
    vector<float, 6> sum = WaveActiveSum(a);
    if (i == 0) result[0] = sum;
    sum = WaveActiveMax(a) * 100 + WaveActiveMin(a);
    if (i == 0) result[1] = sum;
    sum = WavePrefixProduct(a);
    if (i == 3) result[2] = sum;
    sum = WaveReadLaneAt(a, 2) * 100 + WaveReadLaneFirst(a);
    if (i == 1) result[3] = sum;
    sum = (vector<float, 6>)(WaveActiveBitOr(u) * 100 + WaveActiveBitXor(u));
    if (i == 0) result[4] = sum;
    sum = (vector<float, 6>)WaveActiveAllEqual(a);
    if (i == 0) result[5] = sum;
    sum = WavePrefixSum(a);
    if (i == 2) result[6] = sum;
    vector<uint, 6> pairs = u;
    pairs[5] = i / 2;
    uint4 same = WaveMatch((vector<uint, 6>)select(u > 100, u, pairs[5]));
    matches[i] = same;
    sum = (vector<float, 6>)WaveMultiPrefixSum(u, WaveMatch(i % 2));
    if (i == 3) result[7] = sum;
}
