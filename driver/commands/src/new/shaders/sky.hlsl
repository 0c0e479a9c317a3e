// A sky with a sun that rises: a pixel shader that fills the screen.

cbuffer Frame {
    float2 Resolution;
    float Time;
};

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = position.xy / Resolution;
    float3 sky = lerp(float3(0.2, 0.4, 0.8), float3(0.9, 0.6, 0.4), uv.y);
    float2 sun = float2(0.5, 0.8 - 0.1 * Time);
    float distance = length((uv - sun) * float2(Resolution.x / Resolution.y, 1));
    return float4(lerp(float3(1, 0.9, 0.6), sky, smoothstep(0.1, 0.12, distance)), 1);
}
