// Operators and functions of long vectors of integers give what those of their components give.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = u32:1,2,0x80000000,0xF0F0,7,1000000007,0xFFFFFFFF,3,1,0,5,0xFF,31,9
//@ in: wrong = u32:7*2
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,26
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = u32:1,2,0x80000000,0xF0F0,7,1000000007,0xFFFFFFFF,3,1,0,5,0xFF,31,9
//@ in: wrong = u32:7*2
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,26
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector
//@ in: data = u32:1,2,0x80000000,0xF0F0,7,1000000007,0xFFFFFFFF,3,1,0,5,0xFF,31,9
//@ in: wrong = u32:7*2
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,26
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -Od
//@ in: data = u32:1,2,0x80000000,0xF0F0,7,1000000007,0xFFFFFFFF,3,1,0,5,0xFF,31,9
//@ in: wrong = u32:7*2
//@ dispatch: 1 1 1
//@ out: wrong = u32:0,26
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
StructuredBuffer<vector<uint, 7> > data : register(t0);
RWStructuredBuffer<uint> wrong : register(u1);
static uint bits, count;

#define EACH(long_value, value) { \
    vector<uint, 7> all = long_value; \
    for (uint k = 0; k < 7; k++) { \
        uint x = a[k], y = b[k]; \
        int s = (int)x, t = (int)y; \
        if (all[k] != (uint)(value)) bits |= 1u << count; \
    } \
    count++; \
}

[numthreads(1, 1, 1)]
void main() {
    bits = count = 0;
    vector<uint, 7> a = data[0], b = data[1], c;
    vector<int, 7> i = asint(a), j = asint(b);
    EACH(a + b, x + y)
    EACH(a - b * 3, x - y * 3)
    EACH(a / (b | 1) + a % (b | 1), x / (y | 1) + x % (y | 1))
    EACH(asuint(i / (j | 1)), asuint(s / (t | 1)))
    EACH((a << 3) | (b >> 1), (x << 3) | (y >> 1))
    EACH(asuint(i >> 2), asuint(s >> 2))
    EACH((a & b) ^ ~a, (x & y) ^ ~x)
    EACH(-a, 0 - x)
    EACH(reversebits(a) + countbits(b), reversebits(x) + countbits(y))
    EACH(firstbitlow(a) + firstbithigh(a), firstbitlow(x) + firstbithigh(x))
    EACH(asuint(firstbithigh(i)), asuint(firstbithigh(s)))
    EACH(min(a, b) * 7 + max(a, b), min(x, y) * 7 + max(x, y))
    EACH(asuint(min(i, j)) * 7 + asuint(max(i, j)), asuint(min(s, t)) * 7 + asuint(max(s, t)))
    EACH(asuint(abs(i)) + asuint(sign(j)), asuint(abs(s)) + asuint(sign(t)))
    EACH(asuint(clamp(i, -5, j + 9)), asuint(clamp(s, -5, t + 9)))
    EACH(mad(a, b, a), x * y + x)
    EACH((vector<uint, 7>)(a > b) + (vector<uint, 7>)(i >= j) * 2, (uint)(x > y) + (uint)(s >= t) * 2)
    EACH((vector<uint, 7>)(a == b) + (vector<uint, 7>)(a != b) * 2, (uint)(x == y) + (uint)(x != y) * 2)
    EACH((vector<uint, 7>)!(a < b), (uint)!(x < y))
    EACH(select(a < b, a, b), x < y ? x : y)
    c = a;
    c += b;
    c <<= 1;
    c ^= 5;
    EACH(c++, ((x + y) << 1) ^ 5)
    EACH(c, (((x + y) << 1) ^ 5) + 1)
    EACH(--c, ((x + y) << 1) ^ 5)
    EACH(a + 5, x + 5)
    EACH((vector<uint, 7>)(vector<float, 7>)(b * 2), y * 2)
    EACH((vector<uint, 7>)(vector<uint64_t, 7>(a) * vector<uint64_t, 7>(a) >> 32), (uint)((uint64_t)x * (uint64_t)x >> 32))
    wrong[0] = bits;
    wrong[1] = count;
}
