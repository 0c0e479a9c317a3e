//@ run: -T cs_6_0 -fspv-debug=vulkan-with-source
// A place in a text that the module holds counts the lines of that text. What '#line' moves to another file has a source
// without a text, whose lines are those of the directive.
//@ check: {other} = OpExtInst %void {set} DebugSource {generated}
//@ check: {source} = OpExtInst %void {set} DebugSource {name} {text}
//@ check: DebugFunction {*} {source} %uint_22 %uint_1
//@ check: DebugLine {source} %uint_24 %uint_24 %uint_5 %uint_34
//@ check: DebugLine {other} %uint_7 %uint_7 %uint_5 %uint_34
//@ check: DebugLine {*} %uint_2000 %uint_2000 %uint_5 %uint_34
//@ run: -T cs_6_0 -fspv-debug=vulkan
// Without a text all lines are those of the directives.
//@ check: DebugLine {*} %uint_903 %uint_903
//@ run: -T cs_6_0 -fspv-debug=rich-with-source -Wno-debug-info
//@ check: OpLine {file} 24 5
//@ run: -T cs_6_0 -fspv-debug=vulkan-with-source -O0
//@ run: -T cs_6_0 -fspv-debug=vulkan-with-source -Zi
//@ run: -T cs_6_0 -fspv-debug=vulkan-with-source-test
RWStructuredBuffer<float> values;

#line 900
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    values[id.x + 1] *= sqrt(id.x);
#line 7 "generated.hlsl"
    values[id.x + 2] *= sqrt(id.x);
#line 2000 "line_directives.hlsl"
    values[id.x + 3] *= sqrt(id.x);
}
