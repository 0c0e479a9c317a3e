// Components at indices of run time, of values, variables and memory.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = i32:10,11,12,13,14,15,16,17,18,19,0,0,0,0,0,0,0,0,0,0
//@ dispatch: 1 1 1
//@ out: data = i32:10,11,112,13,14,15,16,17,18,115,30,31,32,33,34,35,36,37,238,39
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = i32:10,11,12,13,14,15,16,17,18,19,0,0,0,0,0,0,0,0,0,0
//@ dispatch: 1 1 1
//@ out: data = i32:10,11,112,13,14,15,16,17,18,115,30,31,32,33,34,35,36,37,238,39
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector
//@ in: data = i32:10,11,12,13,14,15,16,17,18,19,0,0,0,0,0,0,0,0,0,0
//@ dispatch: 1 1 1
//@ out: data = i32:10,11,112,13,14,15,16,17,18,115,30,31,32,33,34,35,36,37,238,39
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -Od
//@ in: data = i32:10,11,12,13,14,15,16,17,18,19,0,0,0,0,0,0,0,0,0,0
//@ dispatch: 1 1 1
//@ out: data = i32:10,11,112,13,14,15,16,17,18,115,30,31,32,33,34,35,36,37,238,39
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
RWStructuredBuffer<vector<int, 10> > data : register(u0);
groupshared vector<int, 10> shared;
static vector<int, 10> kept;

vector<int, 10> changed(vector<int, 10> v, uint at, inout int last) {
    v[at] += 100;
    last += v[at + 1];
    return v;
}

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint zero = id.x;
    vector<int, 10> v = data[zero];
    kept = v + 20;
    shared = kept;
    v = changed(v, zero + 2, v[zero + 9]);
    v[9] = changed(v, zero + 2, v[8])[zero + 2] - 97;
    v[8] = 18;
    data[0] = v;
    shared[zero + 8] += 200;
    data[1] = shared;
    data[0][zero + 9] += -0;
}
