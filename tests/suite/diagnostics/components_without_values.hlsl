//@ run: -T cs_6_0
// Components that nothing assigns before they are read.
row_major int2x2 turn;
StructuredBuffer<float> source;
RWStructuredBuffer<float4> result;

void set(out float part) {
    part = 1;
}

float4 partly(bool all) {
    float4 color;
    color.rgb = 1;
    if (all)
        color.a = 1;
    return color;
}

[numthreads(1, 1, 1)]
void main(uint index : SV_GroupIndex) {
    int2 first;
    first.x = index;
    result[0] = mul(first, turn).xyxy;
//~                 ^ warning[W2132]: 'first.y' is used uninitialized
    float4 second;
    second.xz = 1;
    result[1] = second.xzxz;
    float2 two = (float2)second.xxzz + second.x;
    result[2] = second.wyxx + two.xyxy;
//~             ^ warning[W2132]: 'second.yw' is used uninitialized
    float4 longer;
    longer.xy = 2;
    two = longer;
//~       ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    float4 third;
    third.xyz = 1;
    set(third.w);
    result[3] = third;
    float4 fourth;
    for (uint i = 0; i < 4; i++)
        fourth[i] = source[i];
    result[4] = fourth + partly(index > 0);
    float3 fifth;
    for (uint k = 0; k < 2; k++) {
        if (k > 0)
            result[5] = fifth.xyyy;
        fifth.xy = k;
    }
    result[6].xyz = fifth;
//~                 ^ warning[W2132]: 'fifth.z' is used uninitialized
    float2 sixth;
    sixth.x = 1;
    sixth.y += 1;
//~       ^ warning[W2132]: 'sixth.y' is used uninitialized
    result[7].xy = sixth;
}
