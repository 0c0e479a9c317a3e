// The longest vectors there are, and long ones of 16 and 64 bits in byte-address buffers.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types
//@ in: bytes = u32:0*1610
//@ in: result = f32:0*8
//@ dispatch: 1 1 1
//@ out: result ~64ulp = f32:357389824,1023,1025,2047,1536,3,513,132
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -Od
//@ in: bytes = u32:0*1610
//@ in: result = f32:0*8
//@ dispatch: 1 1 1
//@ out: result ~64ulp = f32:357389824,1023,1025,2047,1536,3,513,132
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -fspv-extension=SPV_EXT_long_vector
//@ in: bytes = u32:0*1610
//@ in: result = f32:0*8
//@ dispatch: 1 1 1
//@ out: result ~64ulp = f32:357389824,1023,1025,2047,1536,3,513,132
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -enable-16bit-types -fspv-extension=SPV_EXT_long_vector -Od
//@ in: bytes = u32:0*1610
//@ in: result = f32:0*8
//@ dispatch: 1 1 1
//@ out: result ~64ulp = f32:357389824,1023,1025,2047,1536,3,513,132
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
RWByteAddressBuffer bytes : register(u0);
RWStructuredBuffer<float> result : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint zero = id.x;
    vector<float, 1024> v = bytes.Load<vector<float, 1024> >(zero * 4);
    for (uint k = 0; k < 1024; k++) v[k] = k;
    result[0] = dot(v, v);
    result[1] = v[zero + 1023];
    v = v + v + 1;
    bytes.Store<vector<float, 1024> >(4, v);
    vector<float, 1024> w = bytes.Load<vector<float, 1024> >(zero * 4 + 4);
    result[2] = w[512];
    result[3] = w[1023];
    w = select(w > 1024, w, 1536);
    result[4] = w[zero + 100];
    result[5] = asfloat(bytes.Load(8));
    vector<int16_t, 133> halves = (int16_t)zero;
    for (int j = 0; j < 133; j++) halves[j] = (int16_t)(j * 3 - 200);
    bytes.Store<vector<int16_t, 133> >(4104, halves);
    halves = bytes.Load<vector<int16_t, 133> >(4104) + (int16_t)317;
    result[6] = halves[132];
    vector<uint64_t, 65> wide = (vector<uint64_t, 65>)(vector<int, 65>)(vector<int16_t, 65>)halves;
    bytes.Store<vector<uint64_t, 65> >(4400, wide);
    result[7] = (float)bytes.Load<vector<uint64_t, 65> >(4400)[zero + 5];
}
