//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:11,22,37,56,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

struct Shape {
    float size;
    float area() { return size; }
    float grow(float by) {
        size += by;
        return size;
    }
};
struct Square : Shape {
    float area() {
        float side = size;
        return side * side;
    }
};
float work(inout Square s, int depth) {
    float total = 0;
    for (int i = 0; i < depth; ++i) {
        total -= s.grow(1);
        total += s.area();
    }
    return total;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Square s;
    s.size = input[id.x];
    float t = work(s, 2);
    output[id.x] = t + s.size;
}
