//@ run: -T ps_6_0
float4 main(float3 n : NORMAL, float3 l : LIGHT, float2 uv : UV) : SV_Target {
    float shine = dot(n, l);
//~               ^ note: 'dot' gives negative values, too; 'saturate' or 'max' keeps them out
    float sum = pow(shine, 32);
//~                 ^ warning[W2161]: the result of 'pow' is undefined for a negative base
    sum += pow(-2, 0.5);
//~            ^ warning[W2161]: the result of 'pow' is undefined for a negative base
//~            ^ note: this is negative
    sum += pow(uv.x * 2 - 1, 3);
//~            ^ warning[W2161]: the result of 'pow' is undefined for a negative base
//~            ^ note: this maps 0 to -1
    sum += pow(normalize(n).y, 2);
//~                         ^ warning[W2161]: the result of 'pow' is undefined for a negative base
//~            ^ note: 'normalize' gives negative values, too; 'saturate' or 'max' keeps them out
    sum += pow(saturate(dot(n, l)), 32) + pow(dot(n, n), 0.5) + pow(1 - uv.x, 5) + pow(abs(sin(uv.x)), 2);
    sum += pow(2, -0.5) + pow(uv.x, 2.2) + pow(max(0, dot(n, l)), 8);
    return sum;
}
