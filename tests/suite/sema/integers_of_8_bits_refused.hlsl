//@ run: -T ps_6_10 -enable-16bit-types

// SPIR-V has no inputs and outputs of 8 bits.
float4 main(nointerpolation uint8_t a : A, nointerpolation int8_t2 b : B) : SV_Target {
//~                                 ^ error[E2525]: a value of type 'uint8_t' cannot cross a stage boundary
//~                                                                ^ error[E2525]: a value of type 'int8_t2' cannot cross a stage boundary
    return a + b.x;
}
