//@ run: -T ps_6_0 -E main
// Loops that are to be unrolled and end where only the application knows.
cbuffer Frame { uint count; };
[[vk::constant_id(0)]] const uint quality = 3;

float taps(uint number) {
    float sum = 0;
    [unroll] for (uint tap = 0; tap < number; tap++) sum += tap;
//~                                   ^ warning[W2553]: cannot unroll loop: the number of iterations is not a compile-time constant
    return sum;
}

float4 main(nointerpolation int own : OWN) : SV_Target {
    float sum = taps(4);
    [unroll] for (int i = 0; i < 4; i++) {
        if (i > own) break;
        sum += i;
    }
    [unroll(8)] for (uint j = 0; j < count; j++) sum += j;
    [loop] for (uint k = 0; k < count; k++) sum += k;
    for (uint l = 0; l < count; l++) sum += l;
    [unroll] for (uint m = 0; m < quality; m++) sum += m;

    [unroll] for (uint n = 0; n < count; n++) sum += n;
//~                               ^ warning[W2553]: cannot unroll loop: the number of iterations is not a compile-time constant
    [unroll] for (int o = own; 0 < o; o--) sum += o;
//~                            ^ warning[W2553]: cannot unroll loop: the number of iterations is not a compile-time constant
    [unroll] for (uint p = 0; p < min(count, 4u); p++) sum += p;
//~                               ^ warning[W2553]: cannot unroll loop: the number of iterations is not a compile-time constant
    return sum + taps(count);
//~              ^ note: function called here
}
