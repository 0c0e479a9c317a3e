typedef float4 Color, Colors[4];
typedef struct { float x; } Anonymous;
using Scalar = float;
static const float Pi = 3.14159f, Tau = 2.0 * Pi;
groupshared uint counts[64], total;
[[vk::binding(0, 1)]] [[vk::image_format("rgba8")]] RWTexture2D<unorm float4> image : register(u0, space1);
Texture2D<float4> textures[] : register(t0), other : register(t9);
SamplerState smp : register(s0) { Filter = MIN_MAG_MIP_LINEAR; };
sampler legacy = sampler_state { Texture = <textures>; };
float annotated < string UIName = "value"; float UIMin = 0; > = 1.0;
ConstantBuffer<Anonymous> Anonymous1;
cbuffer PerFrame : register(b0) {
    row_major float4x4 view : packoffset(c0);
    float3 eye : packoffset(c4.x), up;
};
tbuffer Table { uint entries[16]; }
interface IShape { float area(); };
struct Base { float weight; static uint count; float get() { return weight; } };
class Circle : Base, IShape {
    float radius;
    uint flags : 3, kind : 5;
    uint : 2;
    float area() { return Pi * radius * radius; }
    float operator()(int i) { return i; }
    float operator[](int i) { return this.radius; }
    Circle operator+(Circle other) { return other; }
    bool operator<(Circle other) { return radius < other.radius; }
    static float sum(float a, float b);
    struct Inner { int a; } inner;
    float hidden;
};
float Circle::sum(float a, float b = 1) { return a + b; }
uint Base::count = 3;
enum Plain { First, Second = 4, Third };
enum class Scoped : uint { A = 1 << 2, B, };
enum { Unnamed = 7 };
namespace outer {
    namespace inner { float f(float x) { return x; } struct S { int i; }; }
    using namespace inner;
    namespace a::b { static int z; }
}
static outer::inner::S global;
using outer::inner::S;
struct { int a; } unnamed;
struct Empty {};
struct Forward;
Forward make();
struct Forward { [[vk::location(2)]] nointerpolation centroid float2 uv : TEXCOORD0; precise float4 p : SV_Position; };
_Static_assert(sizeof(float4) == 16, "four components");
float several(in float a, out float b, inout float c, const uniform float d, float e[2], float = 1.0);
int array_result()[2] { int r[2] = {1, 2}; return r; }
float const after = 1;
[numthreads(8, 8, 1)] [RootSignature("CBV(b0), " "SRV(t0)")]
export void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) { b = several(1, b, c, d, e); }
[shader("closesthit")] void hit(inout Payload p : SV_RayPayload, in BuiltInTriangleIntersectionAttributes attr) {}
[outputtopology("triangle")] void mesh(out vertices Forward v[64], out indices uint3 t[126], in payload Base b) {}
[maxvertexcount(3)] void geometry(triangle Forward i[3], inout TriangleStream<Forward> s) { s.Append(i[0]); }
technique10 Render { pass P0 { SetVertexShader(CompileShader(vs_4_0, main())); } }
float linear, sample, point, line, triangle, center, indices;
;
