//@ run: -T ps_6_0
struct S { float x; };
Buffer<float> b;
float f(float a[4], float i, S s, float3 v) {
    return a[s] + v["x"] + b[s];
//~          ^ error[E2105]: invalid index type 'S': expected an integer
//~                 ^ error[E2105]: invalid index type 'string': expected an integer
//~                          ^ error[E2105]: invalid index type 'S': expected an integer
}
float4 main() : SV_Target { return 0; }
