//@ run: -T cs_6_6 -O0 -fspv-target-env=vulkan1.3
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ in: first = f32:1,2,3,4
//@ in: second = f32:5,6,7,8
//@ in: sums = f32:0*4
//@ dispatch: 1
//@ out: sums = f32:10,26,1,5

// A local of a constant buffer stands for the buffer, also without passes: memory of the function has no layout.
struct Block {
    float first;
    float3 others;
};
ConstantBuffer<Block> first : register(b1);
ConstantBuffer<Block> second : register(b2);
RWStructuredBuffer<float> sums : register(u0);

float sum(ConstantBuffer<Block> block) {
    return block.first + dot(block.others, 1);
}

[numthreads(1, 1, 1)]
void main() {
    ConstantBuffer<Block> block = first;
    Block whole = block;
    sums[0] = sum(block);
    sums[2] = whole.first;
    ConstantBuffer<Block> other = second;
    whole = other;
    sums[1] = sum(other);
    sums[3] = whole.first;
}
