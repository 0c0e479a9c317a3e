//@ run: -T ps_6_0
cbuffer Lights { uint count; };
float4 main(int taps : TAPS) : SV_Target {
    float sum = 0;
    [unroll] for (int tap = 0; tap < taps; tap++) sum += tap;
//~                                  ^ warning[W2553]: cannot unroll loop: the number of iterations is not a compile-time constant
    [unroll(4)] for (uint light = 0; light < count; light++) sum += light;
    return sum;
}
