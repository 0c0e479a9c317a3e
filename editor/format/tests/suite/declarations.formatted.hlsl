//@ fmt: braces=next-line
#include "a.hlsli"
#define LONG(x) \
    (x)   +   \
  1
cbuffer Frame : register(b0)
{
  float4x4 viewProjection;
  float3 eye  : packoffset(c4);   // where
  float  time : packoffset(c5.x); // when
  uint flags : 4;
};
Texture2D<float4> albedo : register(t0, space1);
StructuredBuffer<Pair<int, float> > items : register(t1);
RWTexture2D<float> depth;
template<typename T, int N = 2> struct Array { T data[N]; T get(int i) { return data[i]; } };
enum class Kind : uint { A, B = 3, };
enum Other
{
  C,
  D
};
namespace n
{
  static const float2 points[] = {{-1.0, 1.0}, {1, -1}};
  static const float table[] = {
    1.0, 0.5,
    -10.0, 2.5,
  };
}
[[vk::binding(0, 1)]][numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID,
          uint g : SV_GroupID)
{
  groupshared float x;
}
float4 ps(float4 position : SV_Position)
  : SV_Target { return 0; }
class Derived : Base
{
public:
  int x;
};
struct { int a; } anonymous;
struct [raypayload] Path { float3 radiance : read(caller) : write(closesthit, miss); };
