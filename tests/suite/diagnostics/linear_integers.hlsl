//@ run: -T ps_6_0 -E main
struct Input {
    linear uint3 first : A;
//~              ^ error[E2527]: integers cannot be interpolated; only 'nointerpolation' is allowed
    linear float second : B;
    nointerpolation int third : C;
};
float4 main(Input input, linear int a : D, linear centroid float4 b : E, noperspective bool c : F) : SV_Target {
//~                                 ^ error[E2527]: integers cannot be interpolated; only 'nointerpolation' is allowed
//~                                                                                         ^ error[E2527]: integers cannot be interpolated; only 'nointerpolation' is allowed
    return a + b + input.first.x + input.second + input.third + c;
}
