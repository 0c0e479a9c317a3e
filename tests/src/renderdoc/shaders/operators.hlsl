//@ run: -T cs_6_0 -HV 2021
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:8,125,1000,4913,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

struct Complex {
    float re;
    float im;
    Complex operator*(Complex other) {
        Complex product;
        product.re = re * other.re - im * other.im;
        product.im = re * other.im + im * other.re;
        return product;
    }
};
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Complex z;
    z.re = input[id.x];
    z.im = 1;
    Complex c = z;
    for (int i = 0; i < 2; ++i)
        z = z * c;
    float length = z.re * z.re + z.im * z.im;
    output[id.x] = length;
}
