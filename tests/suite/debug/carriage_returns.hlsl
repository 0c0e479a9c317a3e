//@ run: -T cs_6_0 -fspv-debug=vulkan-with-source
// Readers count a line after a carriage return, the front end does not: the text is left out.
//@ check-not: DebugSource {name} {text}
//@ check: DebugLine {source} %uint_5
RWStructuredBuffer<float> values;[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { values[id.x] = 1; }
