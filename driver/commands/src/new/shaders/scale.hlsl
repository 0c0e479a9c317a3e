// Multiplies the numbers of a buffer.

struct Scale {
    float factor;
    uint count;
};

[[vk::push_constant]] Scale scale;
RWStructuredBuffer<float> numbers;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    if (id < scale.count)
        numbers[id] *= scale.factor;
}
