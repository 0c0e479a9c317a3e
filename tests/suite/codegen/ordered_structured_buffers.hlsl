//@ run: -T ps_6_6 -E marked -fcgl
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoad %uint
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoad %uint
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpStore
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoad %uint
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpStore
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpStore %{*} %float_5
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpStore
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpStore
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoad %float
//@ check: OpEndInvocationInterlockEXT
//@ check: OpReturnValue

//@ run: -T ps_6_6 -E passed
//@ check: OpExecutionMode %{*} PixelInterlockOrderedEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoad %float
//@ check: OpStore
//@ check: OpEndInvocationInterlockEXT
//@ check: OpReturn

//@ run: -T ps_6_6 -E unordered -fcgl
//@ check-not: OpBeginInvocationInterlockEXT
// Each access to an element of a buffer that the rasteriser orders, or to a part of it, is ordered.
struct Item {
    uint low : 4;
    uint high : 28;
    float4 colour;
    float2x2 rotation;
};
RasterizerOrderedStructuredBuffer<Item> items;
RasterizerOrderedStructuredBuffer<float> several[3];
RWStructuredBuffer<float> plain;

float4 marked(uint at : AT) : SV_Target {
    items[at].low++;
    items[at].high = 3;
    items[at].colour.y = 5;
    items[at].rotation._m00_m11 = float2(7, 8);
    return items.Load(at).colour.z;
}

float add(RasterizerOrderedStructuredBuffer<float> sums, uint at) {
    return sums[at] += 2;
}

float4 passed(uint at : AT) : SV_Target {
    return add(several[1], at);
}

float4 unordered(uint at : AT) : SV_Target {
    return plain[at]++;
}
