// Functions of long vectors give what the same functions of their components give.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = f32:0.25,0.5,0.75,0.125,0.375,0.625,0.875,0.5,0.25,0.125,0.875,0.75,0.625,0.375
//@ in: wrong = u32:7*4
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,0,33,7
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = f32:0.25,0.5,0.75,0.125,0.375,0.625,0.875,0.5,0.25,0.125,0.875,0.75,0.625,0.375
//@ in: wrong = u32:7*4
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,0,33,7
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector
//@ in: data = f32:0.25,0.5,0.75,0.125,0.375,0.625,0.875,0.5,0.25,0.125,0.875,0.75,0.625,0.375
//@ in: wrong = u32:7*4
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,0,33,7
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -Od
//@ in: data = f32:0.25,0.5,0.75,0.125,0.375,0.625,0.875,0.5,0.25,0.125,0.875,0.75,0.625,0.375
//@ in: wrong = u32:7*4
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,0,33,7
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
StructuredBuffer<vector<float, 7> > data : register(t0);
RWStructuredBuffer<uint> wrong : register(u1);
static uint bits[2], count;

#define EACH(long_value, value) { \
    vector<float, 7> all = long_value; \
    for (uint k = 0; k < 7; k++) { \
        float x = a[k], y = b[k], want = value; \
        if (!(abs(all[k] - want) <= 2e-6 * max(1.0, abs(want)))) bits[count / 32] |= 1u << count % 32; \
    } \
    count++; \
}

[numthreads(1, 1, 1)]
void main() {
    bits[0] = bits[1] = count = 0;
    vector<float, 7> a = data[0], b = data[1];
    EACH(exp(a) + exp2(b), exp(x) + exp2(y))
    EACH(log(a) + log2(b) + log10(a), log(x) + log2(y) + log10(x))
    EACH(pow(a, b), pow(x, y))
    EACH(sqrt(a) + rsqrt(b) + rcp(a), sqrt(x) + rsqrt(y) + rcp(x))
    EACH(sin(a) + cos(b) + tan(a), sin(x) + cos(y) + tan(x))
    EACH(asin(a) + acos(b) + atan(a), asin(x) + acos(y) + atan(x))
    EACH(sinh(a) + cosh(b) + tanh(a), sinh(x) + cosh(y) + tanh(x))
    EACH(atan2(a, b), atan2(x, y))
    EACH(clamp(a * 3, 0.5, b + 1), clamp(x * 3, 0.5, y + 1))
    EACH(saturate(a * 4 - 1), saturate(x * 4 - 1))
    EACH(lerp(a, b, 0.25), lerp(x, y, 0.25))
    EACH(step(a, b) + smoothstep(a, b + 1, 0.7), step(x, y) + smoothstep(x, y + 1, 0.7))
    EACH(fmod(a * 7, b), fmod(x * 7, y))
    EACH(frac(a * 9) + floor(b * 9) + ceil(a * 9), frac(x * 9) + floor(y * 9) + ceil(x * 9))
    EACH(round(a * 9) + trunc(b * 9) + sign(a - b), round(x * 9) + trunc(y * 9) + sign(x - y))
    EACH(min(a, b) - max(a, b), min(x, y) - max(x, y))
    EACH(mad(a, b, a), mad(x, y, x))
    EACH(degrees(a) + radians(b), degrees(x) + radians(y))
    EACH(ldexp(a, round(b * 4)), ldexp(x, round(y * 4)))
    EACH(abs(a - b), abs(x - y))
    EACH(f16tof32(f32tof16(a)), f16tof32(f32tof16(x)))
    EACH(asfloat(asuint(a) ^ 0x80000000u), -x)
    EACH(select(a < b, a, b * 2), select(x < y, x, y * 2))
    EACH(select(and(a < b, b > 0.3), 1.0, 0.0), x < y && y > 0.3 ? 1.0 : 0.0)
    EACH(select(or(isnan(a), isinf(b)), 1.0, 0.0), 0.0)
    EACH(select(isfinite(a), 3.0, 0.0), 3.0)
    vector<float, 7> whole, exponent, fraction = modf(a * 9, whole);
    EACH(fraction + whole * 10, frac(x * 9) + floor(x * 9) * 10)
    vector<float, 7> mantissa = frexp(b, exponent);
    EACH(mantissa * exp2(exponent), y)
    vector<float, 7> s, c;
    sincos(a, s, c);
    EACH(s * 2 + c, sin(x) * 2 + cos(x))
    EACH(normalize(a), x / length(a))
    EACH(reflect(a, b), x - 2 * dot(b, a) * y)
    EACH(faceforward(a, b, b), -x)
    EACH(refract(normalize(a), normalize(b), 0.5),
         0.5 * normalize(a)[k] - (0.5 * dot(normalize(a), normalize(b)) + sqrt(1 - 0.25 * (1 - dot(normalize(a), normalize(b)) * dot(normalize(a), normalize(b))))) * normalize(b)[k])
    wrong[0] = bits[0];
    wrong[1] = bits[1];
    wrong[2] = count;
}
