//@ run: -T ps_6_0 -fspv-reflect -fcgl
//@ check: OpDecorateString %bare UserTypeGOOGLE "texture2d"
//@ check: OpDecorateString %texels UserTypeGOOGLE "texture2d:<float4>"
//@ check: OpDecorateString %samples UserTypeGOOGLE "texture2dms:<float4,8>"
//@ check: OpDecorateString %arrays UserTypeGOOGLE "texture2dmsarray:<uint2,4>"
//@ check: OpDecorateString %named UserTypeGOOGLE "texture2d:<float4>"
// The types of textures are reflected with the arguments that they are written with.
typedef Texture2D Picture;
Texture2D bare;
Texture2D<float4> texels;
Texture2DMS<float4, 8> samples;
Texture2DMSArray<uint2, 2 * 2> arrays[3];
Picture named;
float4 main() : SV_Target { return 0; }
