Buffer<uint> source;
RWByteAddressBuffer bytes;
struct S { float4 v; float m[3]; float get(int i) { return m[i]; } };
float work(float4 a, uint n, S s) {
    float x = 1., y = .5e-3f, z = 0x10u + 0b101 + 1e3h + 'c', w;
    float2 p = { 1, 2, }, q[2] = { { 1, 2 }, p };
    int i, j = n >> 2, k = -~j + !i - +j;
    x += y *= 2; x -= 1; x /= 3; j %= 2; j <<= 1; j >>= 2; j &= 3; j |= 4; j ^= 5;
    x = y = z = a.x * a.y + a.z / a.w - (float)n % 3;
    bool b = i < j && j > k || i <= 2 && k >= 3 || i == j != (k ^ i & j | n) << 1 >> 2;
    x = b ? x < y ? 1 : 2 : i == 3 ? y : z;
    i++, --j, k--, ++n;
    y = (float2x2(1, 2, 3, 4))[1].y + float3(p, 1).zyx.x + a.xyzw.rgba[0] + 1.xx.y;
    z = (float)(int)-x + (float3)0 .x + ((S)0).m[1] + s.get(2);
    float array[2][3], values[] = { 1, 2, 3 };
    array[0][i] = values[j][k];
    w = source[n] + source.Load(n) + bytes.Load<float4>(16).x + bytes.Load < 3;
    [unroll(4)] for (int c = 0, d = 1; c < 4; ++c, d *= 2) { if (c == 2) continue; else break; }
    for (;;) break;
    for (i = 0; ; ) { discard; }
    for (uint u = 0; u < 3; u++) ;
    [loop] while (x > 0) x -= 1;
    while (float t = x) { x = t - 1; }
    do { x++; } while (x < 10);
    [branch] if (x > 0) y = 1; else if (y > 0) { y = 2; } else y = 3;
    [flatten] if (x) if (y) z = 1; else z = 2;
    [forcecase] switch (n) {
    case 0:
    case 1 + 1: x = 1; break;
    case Third: { x = 2; } break;
    default: return x;
    }
    {}
    { int scoped = 1; static const float table[2] = { 1, 2 }; ; }
    typedef float3 Local;
    using Other = float2;
    struct Nested { float a; } nested = { 1 };
    Local l = Local(1, 2, 3);
    const Other o = (Other)l.xy;
    float texture = 1, line = texture.x, sample = line;
    sample = texture + line * sample;
    precise float exact = x;
    unsigned int ui = 3; unsigned us = ui;
    row_major float3x4 m; vector<float, 4> v = vector<float, 4>(a); matrix<float, 2, 2> mm;
    [[vk::ext_decorate(1, 2)]] float decorated = 1;
    if ((x < y) > (z)) return sizeof(float[2]) + sizeof(x);
    return (x, y);
}
