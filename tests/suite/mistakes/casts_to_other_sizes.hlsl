//@ run: -T vs_6_0
float4x4 view;
float4 main(float3 at : AT, float3 n : N) : SV_Position {
    float3 turned = mul((float3)view, n);
//~                     ^ error[E2117]: cannot convert 'float4x4' to 'float3'
//~                     ^ note: a matrix is cut to a smaller one, such as 'float3x3'
    if (n) return 0;
//~     ^ error[E2109]: condition of type 'float3' is not a scalar or convertible to one
//~     ^ note: 'any' and 'all' make one condition of several components
    return mul(float4(at), view) + turned.xyzz;
//~            ^ error[E2117]: cannot convert 'float3' to 'float4'
//~            ^ note: 4 components are needed, and the value has 3: add the others
}
