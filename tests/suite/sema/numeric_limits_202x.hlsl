//@ run: -T ps_6_0 -HV 202x
float4 main() : SV_Target {
    float a = hlsl::numeric_limits<float4>::max();
//~                 ^ error[E2682]: 'numeric_limits' requires one scalar type as its argument, not 'float4'
    float b = hlsl::numeric_limits<float>::max;
//~           ^ error[E2004]: 'hlsl::numeric_limits<float>::max' does not name a value
    float c = hlsl::numeric_limits<float>::epsilon();
//~                                        ^ error[E2003]: no member named 'epsilon' in 'hlsl::numeric_limits<float>'
    float d = hlsl::numeric_limits<float>::max(1);
//~           ^ error[E2110]: called object of type 'float' is not a function
    float e = hlsl::numeric_limits::max();
//~                 ^ error[E2020]: use of template 'numeric_limits' requires template arguments
    return a + b;
}
