// Shaders that know their view.
//
// Expectations are in the job file beside it.

struct Varyings {
    float4 clip : SV_Position;
    nointerpolation uint view : VIEW;
};

Varyings vertex_main(uint id : SV_VertexID, uint view : SV_ViewID) {
    Varyings output;
    output.clip = float4(id % 3 == 1 ? 3 : -1, id % 3 == 2 ? 3 : -1, 0.5, 1);
    output.view = view + 1;
    return output;
}

uint pixel_main(Varyings input, uint view : SV_ViewID, uint primitive : SV_PrimitiveID) : SV_Target {
    return 100 * primitive + 10 * input.view + view;
}

struct Rated {
    float4 clip : SV_Position;
    uint rate : SV_ShadingRate;
};

// Asks for fragments of 2 x 2 pixels.
Rated rated_main(uint id : SV_VertexID) {
    Rated output = { float4(id % 3 == 1 ? 3 : -1, id % 3 == 2 ? 3 : -1, 0.5, 1), 5 };
    return output;
}

uint rate_main(float4 clip : SV_Position, uint rate : SV_ShadingRate) : SV_Target {
    return 100 * rate + 10 * uint(clip.y) + uint(clip.x);
}

struct Layered {
    Varyings varyings;
    uint layer : SV_RenderTargetArrayIndex;
};

[maxvertexcount(3)]
void geometry_main(triangle Varyings input[3], uint view : SV_ViewID, inout TriangleStream<Layered> stream) {
    for (uint corner = 0; corner < 3; corner++) {
        Layered output;
        output.varyings = input[corner];
        output.varyings.view += 5 * view;
        output.layer = 1;
        stream.Append(output);
    }
}

uint layered_main(Layered input) : SV_Target {
    return input.varyings.view;
}
//@ run: -T vs_6_1 -E vertex_main -fspv-target-env=vulkan1.1
//@ run: -T ps_6_1 -E pixel_main -fspv-target-env=vulkan1.1
//@ run: -T gs_6_1 -E geometry_main -fspv-target-env=vulkan1.1
