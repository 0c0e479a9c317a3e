//@ run: -T vs_6_0
float4x4 world;
float4 main(float3 place : PLACE) : SV_Position {
    return mul(world, place);
//~            ^ warning[W2126]: implicit truncation of 'float4x4' to 'float4x3'
}
