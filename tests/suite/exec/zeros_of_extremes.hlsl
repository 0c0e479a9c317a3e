//@ run: -T cs_6_2 -enable-16bit-types
//@ only on the CPU: which zero it is, is up to the device
//@ in: x = f32:0,-0.0,0,1,nan
//@ in: h = f16:0,-0.0,0,nan
//@ in: o = u32:0*12
//@ dispatch: 1
//@ out: o = u32:0x80000000,0,0x80000000,0,0,0,0x3f800000,0x3f800000,0x80000000,0,0,0x8000

// Of two zeros `min` and `max` give the second one, and of a number and NaN the number: for lanes one by one and together,
// and of constants.
StructuredBuffer<float> x : register(t0);
StructuredBuffer<half2> h : register(t1);
RWStructuredBuffer<uint> o : register(u2);

static const float KNOWN = max(0.0f, -0.0f);

[numthreads(1, 1, 1)]
void main() {
    o[0] = asuint(max(x[0], x[1]));
    o[1] = asuint(max(x[1], x[0]));
    o[2] = asuint(min(x[0], x[1]));
    o[3] = asuint(min(x[1], x[0]));
    o[4] = asuint(clamp(x[1], 0, 1));
    o[5] = asuint(saturate(x[1]));
    o[6] = asuint(max(x[3], x[4]));
    o[7] = asuint(min(x[4], x[3]));
    o[8] = asuint(KNOWN);
    // The sums of integers are no NaN for sure.
    float zero = float(asuint(x[0]) >> 1);
    o[9] = asuint(max(-zero, zero));
    half2 most = max(h[0].yx, h[0]);
    o[10] = asuint16(most.x);
    o[11] = asuint16(most.y);
}
