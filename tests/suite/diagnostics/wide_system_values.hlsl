//@ run: -T ps_6_2 -enable-16bit-types
// Builtins have 32 bits.
float4 main(double2 clip : SV_ClipDistance, half4 position : SV_Position, uint16_t id : SV_PrimitiveID) : SV_Target {
//~                 ^ error[E2523]: 'SV_ClipDistance' must be floats, not 'double2'
//~                                               ^ error[E2523]: 'SV_Position' must be float4, not 'half4'
//~                                                                                ^ error[E2523]: 'SV_PrimitiveID' must be uint, not 'uint16_t'
    return 0;
}
