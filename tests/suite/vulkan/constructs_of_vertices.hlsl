//@ run: -T vs_6_8 -fspv-target-env=vulkan1.3
//@ check: OpDecorate {*} BuiltIn BaseVertex
//@ check: OpDecorate {*} BuiltIn BaseInstance
float4 main(uint first : SV_StartVertexLocation, uint instance : SV_StartInstanceLocation) : SV_Position
{
    return first + instance;
}
