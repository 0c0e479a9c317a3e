//@ run: -T ps_6_0
float4 main(double2 clip : SV_ClipDistance, double4 position : SV_Position, uint64_t id : SV_PrimitiveID) : SV_Target {
//~                 ^ error[E2523]: 'SV_ClipDistance' must be floats, not 'double2'
//~                                                 ^ error[E2523]: 'SV_Position' must be float4, not 'double4'
//~                                                                                  ^ error[E2523]: 'SV_PrimitiveID' must be uint, not 'uint64_t'
    return 0;
}
