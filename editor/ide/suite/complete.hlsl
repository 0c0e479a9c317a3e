// -T ps_6_6 -E main
struct Base { float weight; float total() { return weight; } };
struct Material : Base { float3 color; int kind; };
namespace tools { float helper(float x) { return x; } struct Inner { int a; }; }
enum Shape { Round, Square };
enum class Size { Small, Large };
cbuffer Frame { Material first; float4 tint; };
Texture2D<float2> image;
float other(float only_there) { return only_there; }
float4 main(float2 uv : TEXCOORD0) : SV_Target
//                      ^ complete SV_D SV_Is TEXCO reg
//| SV_IsFrontFace
//| register
//| TEXCOORD0
{
    Material material = first;
    { float closed = 1; material.weight = closed; }
    material.weight = 1;
//           ^ complete
//| color float3 Material::color
//| kind int Material::kind
//| weight float Base::weight
//| total float Base::total()
    tools::helper(1);
//         ^ complete
//| Inner struct Inner
//| helper float helper(float x)
    Size size = Size::Small;
//                    ^ complete
//| Large
//| Small Size::Small = 0
    image.Load(int3(0, 0, 0)).x;
//        ^ complete Lo Sa Get App
//| GetDimensions GetDimensions(level, width, height, levels)
//| Load Load(location[, offset[, status]])
//| Sample Sample(sampler, location[, offset[, clamp[, status]]])
//| SampleBias SampleBias(sampler, location, bias[, offset[, clamp[, status]]])
//| SampleCmp SampleCmp(sampler, location, compare[, offset[, clamp[, status]]])
//| SampleCmpBias SampleCmpBias(sampler, location, compare, bias[, offset[, clamp[, status]]])
//| SampleCmpGrad SampleCmpGrad(sampler, location, compare, ddx, ddy[, offset[, clamp[, status]]])
//| SampleCmpLevel SampleCmpLevel(sampler, location, compare, lod[, offset[, status]])
//| SampleCmpLevelZero SampleCmpLevelZero(sampler, location, compare[, offset[, status]])
//| SampleGrad SampleGrad(sampler, location, ddx, ddy[, offset[, clamp[, status]]])
//| SampleLevel SampleLevel(sampler, location, lod[, offset[, status]])
//                            ^ complete
//| x float
//| y float
//| xy float2
//| r float
//| g float
//| rg float2
    float result = (uv.x + material.color).x;
//                                         ^ complete
//| x float
//| y float
//| z float
//| xy float2
//| yz float2
//| xyz float3
//| r float
//| g float
//| b float
//| rg float2
//| gb float2
//| rgb float3
    float later = mat
//                ^ complete material mat uv clo lat only fir tin hel too Rou Material
//| later float later
//| material Material material
//| uv float2 uv
//| Material struct Material
//| first Material Frame::first
//| tint float4 Frame::tint
//| firstbithigh
//| firstbitlow
    return tint;
}
#def
// ^ complete
//| include
//| define
//| undef
//| if
//| ifdef
//| ifndef
//| elif
//| else
//| endif
//| pragma
//| error
//| warning
//| line
[unr]
// ^ complete unr
//| unroll [unroll(integer?)]
