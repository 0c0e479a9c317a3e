// -T cs_6_6 -E main
// One
// two.
#include "part.hlsli"
#include "part.hlsli"
#define WIDTH 8 /* threads */
#if WIDTH > 9
static int big;
#elif WIDTH == 8
static int fit;
#else
static int small;
#endif
struct Item { float3 a; float b; float2 c; };
struct Pair { Item items[2]; float3 last; };
StructuredBuffer<Pair> pairs : register(t2, space1);
RWByteAddressBuffer out_bytes : register(u0);
struct Pushed { float4 one; float2 two; float3 three; };
[[vk::push_constant]] Pushed push;
template<typename T> T id(T x) { return x; }
using Number = float;
typedef float4 Color;
void store(uint at, float value) { out_bytes.Store(at * 4, asuint(value)); }
[numthreads(WIDTH, 1, 1)]
void main(uint3 tid : SV_DispatchThreadID)
{
    store(tid.x, pairs[0].items[1].b);
    uint at = tid.y;
    float value = id<float>(1.5);
    store(at, value + push.three.x);
}
//= messages
//= outline
//| Macro WIDTH  8
//| Variable fit int
//| Struct Item
//|   Field a float3
//|   Field b float
//|   Field c float2
//| Struct Pair
//|   Field items Item
//|   Field last float3
//| Variable pairs StructuredBuffer<Pair>
//| Variable out_bytes RWByteAddressBuffer
//| Struct Pushed
//|   Field one float4
//|   Field two float2
//|   Field three float3
//| Variable push Pushed
//| Function id (T x)
//| Alias Number
//| Alias Color float4
//| Function store (uint at, float value)
//| Function main (uint3 tid : SV_DispatchThreadID)
//= folds
//| 7-8 Region
//| 9-10 Region
//| 11-12 Region
//| 14-14 Region
//| 15-15 Region
//| 18-18 Region
//| 20-20 Region
//| 23-23 Region
//| 26-31 Region
//| 1-3 Comment
//| 4-5 Imports
//= inactive
//| static int big;
//| ---
//| static int small;
//= links
//| "part.hlsli" /part.hlsli"part.hlsli" /part.hlsli
//= hints
//| 14: offset 0
//| 14: offset 12
//| 14: offset 16
//| 15: offset 0
//| 15: offset 64
//| 16: set 1, binding 2, stride 80
//| 17: set 0, binding 0
//| 18: offset 0
//| 18: offset 16, 8 unused bytes after it
//| 18: offset 32
//| 27: at:
//| 27: value:
//| 30: value:
//= tokens 23
//| void Type
//| store Function
//| uint Type
//| at Parameter
//| float Type
//| value Parameter
//| out_bytes Variable
//| Store Method
//| at Parameter
//| * Operator
//| 4 Number
//| asuint Function
//| value Parameter
//= tokens 25
//| void Type
//| main Function
//| uint3 Type
//| tid Parameter
//| SV_DispatchThreadID Decorator
//= tokens 7
//| #if Macro
//| WIDTH Macro
//| > Operator
//| 9 Number
//= search it
//| WIDTH Macro
//| fit Variable
//| Item Struct
//| items Field
//- part.hlsli
#pragma once
static int from_part;
//= outline
//| Variable from_part int
