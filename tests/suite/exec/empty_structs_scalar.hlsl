//@ run: -T cs_6_0 -fvk-use-scalar-layout
// Arrays of empty structs take bytes, as a stride is never zero; what stands behind them is found where it was put.
struct Empty {};
struct Part { uint first; Empty none[3]; uint second; };
RWStructuredBuffer<Part> parts : register(u0);
RWStructuredBuffer<uint> result : register(u1);

//@ in: parts = u32:1,0,2,3,0,4
//@ in: result = u32:0,0,0,0
//@ dispatch: 1
//@ out: result = u32:1,2,3,4
[numthreads(1, 1, 1)] void main() {
    result[0] = parts[0].first;
    result[1] = parts[0].second;
    result[2] = parts[1].first;
    result[3] = parts[1].second;
}
