//@ run: -T ps_6_0
float4 main(float4 colour : COLOR, float side : VFACE) : SV_Target {
//~                                             ^ warning[W2519]: 'VFACE' is a name like any other here
    return side > 0 ? colour : 2 * colour;
}
