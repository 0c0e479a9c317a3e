//@ run: -T ps_6_0
float4 main(float4 colour : COLOR, float side : VFACE) : SV_Target {
//~                                             ^ warning[W2519]: 'VFACE' is not a system value; it is treated as a user-defined semantic
    return side > 0 ? colour : 2 * colour;
}
