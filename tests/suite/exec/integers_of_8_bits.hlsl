//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ in: x = i32:200,100,-7,3
//@ in: r = i32:0*54
//@ dispatch: 1
//@ out: r = i32:44,100,32,2,0,-4,-10,-21,-2,-1,64,236,172,144,100,55,6,-1,7,1,0,1,-56,249,-7,200,50,1,-7,200,-7,200,7,-1,200,-7,10,3,7,2,3,19,7,-14,21,-28,30,-18,1,2,3,4,1,1

// Integers of 8 bits: operators wrap at 8 bits, and results convert by sign.
RWStructuredBuffer<int> x : register(u0);
RWStructuredBuffer<int> r : register(u1);
static int at = 0;

void put(int value) { r[at++] = value; }
void put_all(int8_t4 v) { put(v.x); put(v.y); put(v.z); put(v.w); }

[numthreads(1, 1, 1)]
void main() {
    uint8_t a = (uint8_t)x[0], b = (uint8_t)x[1];
    int8_t c = (int8_t)x[2], d = (int8_t)x[3];
    // 44, 100, 32, 2, 0
    put(a + b); put(a - b); put(a * b); put(a / b); put(a % b);
    // -4, -10, -21, -2, -1
    put(c + d); put(c - d); put(c * d); put(c / d); put(c % d);
    // 64, 236, 172, 144, 100, 55, 6
    put(a & b); put(a | b); put(a ^ b); put(uint8_t(a << 1)); put(a >> 1); put(uint8_t(~a)); put(~c);
    // -1, 7, 1, 0, 1
    put(c >> 3); put(-c); put(c < d); put(a < b); put(a != b);
    // -56 as signed, 249 as unsigned, -7 as half, 200 as float, 50 of a float, true
    put((int8_t)a); put((uint8_t)c); put((int)(half)c); put((int)(float)a); put((uint8_t)((float)a * 0.25)); put((bool)c);
    // -7 and 200 in 16 and 64 bits
    put((int16_t)c); put((uint16_t)a); put((int)(int64_t)c); put((int)(uint64_t)a);
    // 7, -1, 200, -7, 10, 3 set bits, the highest and lowest one, 19 reversed
    put(abs(c)); put(sign(c)); put(max(a, b)); put(min(c, d)); put(clamp(a, (uint8_t)3, (uint8_t)10));
    put(countbits(a)); put(firstbithigh(a)); put(firstbithigh(c)); put(firstbitlow(a)); put(reversebits(a));
    // A vector: 7, -14, 21, -28; a product of 30
    int8_t4 v = int8_t4(-1, 2, -3, 4);
    put_all(v * c);
    put(dot(v, v)); put(mad(c, d, d)); put_all(select(v > (int8_t)0, v, -v)); put(any(v)); put(all(v));
}
