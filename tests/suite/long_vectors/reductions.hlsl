// Reductions take all components.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = f32:1,2,3,4,5,6,7,8,9,2,2,2,2,2,2,2,2,2.5
//@ in: result = f32:0*10
//@ dispatch: 1 1 1
//@ out: result = f32:94.5,0,1,0,1,285,9,8,240,0.5
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = f32:1,2,3,4,5,6,7,8,9,2,2,2,2,2,2,2,2,2.5
//@ in: result = f32:0*10
//@ dispatch: 1 1 1
//@ out: result = f32:94.5,0,1,0,1,285,9,8,240,0.5
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector
//@ in: data = f32:1,2,3,4,5,6,7,8,9,2,2,2,2,2,2,2,2,2.5
//@ in: result = f32:0*10
//@ dispatch: 1 1 1
//@ out: result = f32:94.5,0,1,0,1,285,9,8,240,0.5
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -Od
//@ in: data = f32:1,2,3,4,5,6,7,8,9,2,2,2,2,2,2,2,2,2.5
//@ in: result = f32:0*10
//@ dispatch: 1 1 1
//@ out: result = f32:94.5,0,1,0,1,285,9,8,240,0.5
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
StructuredBuffer<vector<float, 9> > data : register(t0);
RWStructuredBuffer<float> result : register(u1);
[numthreads(1, 1, 1)]
void main() {
    vector<float, 9> a = data[0], b = data[1];
    vector<int, 9> i = a, j = b;
    result[0] = dot(a, b);
    result[1] = all(a > 1);
    result[2] = all(a > 0.5);
    result[3] = any(a > 9);
    result[4] = any(a == 9);
    result[5] = dot(i, i);
    result[6] = sqrt(dot(a, a) - 204);
    result[7] = i[7];
    result[8] = round(length(a) * length(a) - 45);
    result[9] = distance(b, (vector<float, 9>)2);
}
