//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E layer_main
//@ run: -T ps_6_0 -E compose_main
// Transparent panes in any order: sums of weighted colors, the product of what each lets through, and a pass that divides.

struct Panes {
    uint reversed;
};
[[vk::push_constant]] ConstantBuffer<Panes> panes;

[[vk::binding(0)]] Texture2D sums;
[[vk::binding(1)]] Texture2D<float> through;

static const uint COUNT = 5;

struct Varyings {
    float4 clip : SV_Position;
    nointerpolation float4 color : COLOR;
};

// A pane of two triangles for each instance.
Varyings vertex_main(uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    uint pane = panes.reversed != 0 ? COUNT - 1 - instance : instance;
    float angle = 6.2831853 * pane / COUNT;
    float2 center = 0.35 * float2(cos(angle), sin(angle));
    uint corner = vertex < 3 ? vertex : 6 - vertex;
    float2 side = float2(corner & 1, (corner >> 1) & 1) * 2 - 1;
    Varyings output;
    output.clip = float4(center + 0.45 * side, 0.1 + 0.15 * pane, 1);
    output.color = float4(0.5 + 0.5 * cos(angle + float3(0, 2.1, 4.2)), 0.55);
    return output;
}

struct Layer {
    float4 sum : SV_Target0;
    float through : SV_Target1;
};

// Nearer panes weigh more.
Layer layer_main(Varyings input) {
    float weight = input.color.a * exp2(6 * (1 - input.clip.z));
    Layer output;
    output.sum = float4(input.color.rgb * input.color.a, input.color.a) * weight;
    output.through = 1 - input.color.a;
    return output;
}

float4 compose_main(float4 position : SV_Position) : SV_Target {
    int3 at = int3(position.xy, 0);
    float4 sum = sums.Load(at);
    float rest = through.Load(at);
    float checker = ((at.x >> 3) + (at.y >> 3)) & 1 ? 0.75 : 0.55;
    return float4(lerp(sum.rgb / max(sum.a, 1e-5), checker.xxx, rest), 1);
}
