//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
void vertex_main(uint id : SV_VertexID, out float4 clip : SV_Position, out float2 uv : TEXCOORD) {
    uv = float2(id & 1, id >> 1) * 2;
    float2 at = uv * 2 - 1;
    clip = float4(at, 0.5, 1);
}

void pixel_main(float4 place : SV_Position, float2 uv : TEXCOORD, out float4 color : SV_Target) {
    float2 pixel = place.xy;
    float sum = pixel.x + uv.y;
    color = float4(pixel / 64, sum / 128, 1);
}
