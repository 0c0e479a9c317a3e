//@ run: -T cs_6_0 -D $three=3
//@ in: $Globals = f32:10,20,30,40,5,0,0,0
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:18,28,38,48

// Names may hold `$`, as what is made from compiled shaders writes them; macros as well.
#define PASTED(a, b) a##b
cbuffer $Globals : register(b0) {
    float4 $v;
    float $;
}
struct $S {
    float x$y;
};
RWStructuredBuffer<float4> o : register(u1);

[numthreads(1, 1, 1)]
void main() {
    $S s = { $three };
    int a$ = 0;
    o[a$] = PASTED($, v) + $ + s.x$y;
}
