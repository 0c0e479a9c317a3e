//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
RWStructuredBuffer<float> o;
vector<float, 8> twice(vector<float, 8> v) { return v * 2; }
//~ error[E2128]: a vector of more than 4 components is not supported
[numthreads(1, 1, 1)]
void main() {
    vector<float, 5> v = 1;
    o[0] = twice((vector<float, 8>)1)[7] + v[0];
}
