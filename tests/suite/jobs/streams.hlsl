// Shaders whose vertices go to buffers.
//
// Expectations are in the job file beside it.

struct Numbers {
    uint number : NUMBER;
    uint2 place : PLACE;
};

// No position: nothing is drawn.
Numbers numbers_main(uint id : SV_VertexID, uint instance : SV_InstanceID) {
    Numbers output = { 10 * id + 100 * instance, uint2(id, id + 1) };
    return output;
}

[[vk::ext_capability(/* TransformFeedback */ 53)]]
void decorated_main(uint id : SV_VertexID,
    [[vk::ext_decorate(/* XfbBuffer */ 36, 1), vk::ext_decorate(/* XfbStride */ 37, 16), vk::ext_decorate(/* Offset */ 35, 4)]]
    out uint2 place : PLACE,
    [[vk::ext_decorate(/* XfbBuffer */ 36, 0), vk::ext_decorate(/* XfbStride */ 37, 4), vk::ext_decorate(/* Offset */ 35, 0)]]
    out uint number : NUMBER) {
    vk::ext_execution_mode(/* Xfb */ 11);
    place = uint2(id, 7);
    number = 3 * id;
}

struct Placed {
    float4 clip : SV_Position;
    float color : COLOR;
};

Placed placed_main(uint id : SV_VertexID) {
    Placed output = { float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0.5, 1), id };
    return output;
}

float4 pixel_main(Placed input) : SV_Target {
    return 1;
}

float4 again_main(float4 clip : POSITION) : SV_Position {
    return clip;
}

float4 white_main(float4 clip : SV_Position) : SV_Target {
    return 1;
}

// Each point becomes a line from there to its double.
[maxvertexcount(2)]
void lines_main(point Numbers input[1], inout LineStream<Numbers> stream) {
    Numbers output = input[0];
    stream.Append(output);
    output.number *= 2;
    stream.Append(output);
}

struct First {
    uint number : FIRST;
};

struct Second {
    uint number : SECOND;
};

[maxvertexcount(3)]
void two_main(point Numbers input[1], inout PointStream<First> first, inout PointStream<Second> second) {
    First one = { input[0].number };
    first.Append(one);
    Second other = { input[0].number + 1 };
    second.Append(other);
    other.number++;
    second.Append(other);
}

struct Factors {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

Factors factors() {
    Factors output;
    output.edges[0] = output.edges[1] = output.edges[2] = output.inside = 1;
    return output;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors")]
Numbers hull_main(InputPatch<Numbers, 3> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}

struct Point {
    float4 weights : WEIGHTS;
};

[domain("tri")]
Point domain_main(Factors input, float3 weights : SV_DomainLocation, const OutputPatch<Numbers, 3> patch) {
    Point output = { float4(weights, patch[2].number) };
    return output;
}
//@ run: -T vs_6_0 -E numbers_main
//@ run: -T vs_6_0 -E decorated_main -Wno-everything
//@ run: -T gs_6_0 -E two_main
//@ run: -T hs_6_0 -E hull_main
//@ run: -T ds_6_0 -E domain_main
