//@ run: -T ps_6_0
float f(float3 v, float2x2 m, float a[4]) {
    return v[3] + m[2][0] + m[0][2] + a[4] + a[-1] + a[3];
//~          ^ error[E2104]: index 3 is out of bounds (length is 3)
//~                 ^ error[E2104]: index 2 is out of bounds (length is 2)
//~                              ^ error[E2104]: index 2 is out of bounds (length is 2)
//~                                     ^ error[E2104]: index 4 is out of bounds (length is 4)
//~                                            ^ error[E2104]: index -1 is out of bounds (length is 4)
}
struct Inner { float c[3]; };
float g(Inner i[3]) { return i[-1].c[1]; }
//~                            ^ error[E2104]: index -1 is out of bounds (length is 3)
float4 main() : SV_Target { return 0; }
