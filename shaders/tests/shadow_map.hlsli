// Tests of ../shadow_map.hlsl.
#include "../shadow_map.hlsl"

[[test]]
[[case (0.5, 0)]]
[[case (1, 1)]]
[[case (1.5, 1)]]
[[case (2.5, 2)]]
[[case (3.5, 3)]]
[[case (9, 3)]]
[[bind("Shadows", "{cascadeEnds: [1, 2, 3, 4]}")]]
void cascades_are_chosen_by_depth(float depth, uint expected) {
    check(chooseCascade(depth) == expected);
}

struct Corner {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    float depth : DEPTH;
};

// A square before all cascades; its normal turns away from the sun on the left.
Corner corner(uint id : SV_VertexID) {
    const float2 at = float2(id & 1, id >> 1);
    Corner output;
    output.clip = float4(at * 2 - 1, 0.5, 1);
    output.position = float3(at * 2 - 1, 0.1 + 0.2 * at.y);
    output.normal = float3(at.x * 2 - 0.7, 0.25, 1 - at.y);
    output.uv = at;
    output.depth = 4 * at.y + 0.5 * at.x;
    return output;
}
