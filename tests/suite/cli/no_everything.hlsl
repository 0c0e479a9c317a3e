//@ run: -T ps_6_0 -WX -Wno-everything
//@ run: -T ps_6_0 -WX -Werror=user-warnings -Wconversion -Wno-everything
#warning careful
float4 tint;
float4 main() : SV_Target {
    float3 color = tint;
    return color.xyzz;
}
