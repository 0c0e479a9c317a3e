// draw: --size 8x6 --bind image=image:4x4:rgba8unorm --bind s=sampler:linear --check=full,derivative-edge
// The ground ends just below the horizon. Helpers above its edge look behind the viewer, where coordinates are those of no
// point in front.
Texture2D<float4> image;
SamplerState s;

struct Ground {
    float4 clip : SV_Position;
    float2 uv : UV;
};

Ground vs(uint id : SV_VertexID) {
    float3 corners[3] = { float3(-4, -1, 1), float3(4, -1, 1), float3(0, -1, 20) };
    Ground ground = { float4(corners[id].xy, corners[id].z * 0.5, corners[id].z), corners[id].xz };
    return ground;
}

float4 ps(Ground ground) : SV_Target {
    return image.Sample(s, ground.uv);
//~        ^ note[E6429]: a derivative depends on a value of a helper invocation, whose inputs are far outside of the primitive (derivative-edge)
}
