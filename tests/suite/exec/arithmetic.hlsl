//@ run: -T cs_6_0 -E main
//@ in: x = f32:1,2,3,4,-5
//@ in: y = f32:0*5
//@ push: f32:0.5
//@ dispatch: 2 1 1
//@ out: y ~1ulp = f32:1.5,2.5,3.5,4.5,-4.5

struct Push { float add; };
[[vk::push_constant]] Push push;
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> y : register(u1);

[numthreads(3, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    y[id.x] = x[id.x] + push.add;
}
