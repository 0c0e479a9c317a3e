// Stages of pipelines: those of the first fit together, and `odd` reads other things than `transform` writes.
struct Vertex {
    float3 place : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};

struct Camera {
    float4x4 view;
    float3 eye;
    float time;
};
ConstantBuffer<Camera> camera : register(b0);

struct Between {
    float4 place : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    nointerpolation uint id : ID;
};

[[vk::push_constant]] struct { float4 tint; float2 shift; float gain; } push;

Between transform(Vertex vertex, uint id : SV_InstanceID) {
    Between made;
    made.place = mul(camera.view, float4(vertex.place, 1)) * push.gain;
    made.normal = vertex.normal;
    made.uv = vertex.uv;
    made.id = id;
    return made;
}

Texture2D<float4> colours : register(t1);
SamplerState linearly : register(s2);

float4 shade(Between given) : SV_Target {
    return colours.Sample(linearly, given.uv) * dot(given.normal, camera.eye) * given.id + push.tint;
}

struct Other {
    float4 place : SV_Position;
    float3 normal : NORMAL;
    float3 colour : COLOR;
    float id : ID;
    float4 more : TEXCOORD3;
    uint primitive : SV_PrimitiveID;
};

struct Lights {
    float4 all[3];
    float4 ambient;
};
ConstantBuffer<Lights> lights : register(b0);
StructuredBuffer<float4> table : register(t1);

float4 odd(Other given) : SV_Target {
    return table[0] + lights.all[1] + lights.ambient + given.more + given.id + given.primitive + given.colour.xyzz
        + given.normal.xyzz;
}

struct Corner {
    float4 place : SV_Position;
    float3 normal : NORMAL;
};

struct Factors {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float scale : SCALE;
};

Factors factors(InputPatch<Between, 3> patch) {
    Factors made;
    made.edges[0] = made.edges[1] = made.edges[2] = 2;
    made.inside = 2;
    made.scale = patch[0].uv.x;
    return made;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors")]
Corner control(InputPatch<Between, 3> patch, uint at : SV_OutputControlPointID) {
    Corner made;
    made.place = patch[at].place;
    made.normal = patch[at].normal;
    return made;
}

[domain("tri")]
Corner evaluate(Factors given, float3 at : SV_DomainLocation, const OutputPatch<Corner, 3> patch) {
    Corner made;
    made.place = patch[0].place * at.x + patch[1].place * at.y + patch[2].place * at.z * given.scale;
    made.normal = patch[0].normal;
    return made;
}

[domain("quad")]
Corner across(float scale : SCALE, float2 at : SV_DomainLocation, const OutputPatch<Corner, 4> patch) {
    Corner made;
    made.place = patch[0].place * at.x * scale;
    made.normal = patch[0].normal;
    return made;
}

[maxvertexcount(1)]
void spread(line Corner given[2], inout PointStream<Between> out_) {
    Between made;
    made.place = given[0].place;
    made.normal = given[1].normal;
    made.uv = 0;
    made.id = 1;
    out_.Append(made);
}

Between displace(Vertex vertex) {
    Between made = transform(vertex, 0);
    made.place += colours.SampleLevel(linearly, vertex.uv, 0);
    return made;
}

TextureCube<float4> sky : register(t1);

float4 around(Between given) : SV_Target {
    return sky.Sample(linearly, given.normal);
}

struct Patched {
    float3 normal : NORMAL;
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

[domain("tri")]
Corner patched(Patched given, float3 at : SV_DomainLocation, const OutputPatch<Corner, 3> patch) {
    Corner made = patch[0];
    made.normal = given.normal * given.inside;
    return made;
}

[numthreads(1, 1, 1)]
void work() {
}
