// -T ps_6_6 -E main
Texture2D<float4> albedo[4] : register(t2);
Texture2D<float4> normals : register();
//                                   ^ complete
//| t6 the next free one
SamplerState sampling : register(s0);
SamplerState other : register(s1, );
//                               ^ complete
//| space0
//| space1
//| space2
//| space3
RWByteAddressBuffer out_bytes : register(
//                                       ^ complete
//| u0 the next free one
);
cbuffer Frame : register(b1) { float4 tint; };
struct Member { float4 place :  ; };
//                            ^ complete SV_Pos SV_Tar SV_Vert
//| SV_Position
//| SV_Target
float4 main(float2 uv : TEXCOORD0, out float depth :  , bool front :  ) : SV_Target
//                                                   ^ complete SV_Dep SV_Is SV_Tar
//| SV_Depth
//| SV_DepthGreaterEqual
//| SV_DepthLessEqual
//| SV_Target
//                                                                   ^ complete SV_Is SV_Tar SV_Vert
//| SV_IsFrontFace
{
    float cut = uv;
    float narrow = 1.0L * (double)uv.x;
    return albedo[0].Load(int3(uv, 0));
}
//= hints
//| 2: set 0, binding 2
//| 3: set 0, binding 3
//| 4: set 0, binding 0
//| 5: set 0, binding 4
//| 6: set 0, binding 5
//| 8: set 0, binding 1
//| 8: offset 0
//| 12: (float)
//| 13: (float)
