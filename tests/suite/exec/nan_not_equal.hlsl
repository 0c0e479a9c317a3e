//@ run: -T cs_6_0 -Wno-nan-comparison
//@ only on the CPU: drivers need not keep NaN
//@ in: x = f32:nan,1
//@ in: o = u32:0*6
//@ dispatch: 1
//@ out: o = u32:0,0,1,0,0,1
//@ run: -T cs_6_0 -funordered-not-equal
//@ only on the CPU: drivers need not keep NaN
//@ in: x = f32:nan,1
//@ in: o = u32:0*6
//@ dispatch: 1
//@ out: o = u32:1,0,1,1,1,1
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<uint> o : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float nan = x[0];
    o[0] = nan != nan;
    o[1] = nan == nan;
    o[2] = isnan(nan);
    bool is_set = nan;
    o[3] = is_set;
    o[4] = nan != x[1];
    o[5] = !(nan == x[1]);
}
