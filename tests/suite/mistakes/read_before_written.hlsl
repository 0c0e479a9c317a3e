//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    float sum;
//~       ^ note: declared here
    sum += at.x;
//~ ^ warning[W2132]: 'sum' is used uninitialized
    return sum;
}
