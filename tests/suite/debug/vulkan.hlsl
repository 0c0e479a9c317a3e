//@ run: -T ps_6_0 -O0 -fspv-debug=vulkan
// What a debugger is told in NonSemantic.Shader.DebugInfo.100, where all numbers are constants.
//@ check: OpExtension "SPV_KHR_non_semantic_info"
//@ check: OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
//@ check: {file} = OpString "{*}vulkan.hlsl"
//@ check: {brightness_name} = OpString "Light.brightness"
//@ check: {shade_name} = OpString "shade"
//@ check: {setup_name} = OpString "__dxc_setup"
//@ check: {arguments} = OpString " -T ps_6_0 -O0 -fspv-debug=vulkan"
//@ check: {source} = OpExtInst %void {set} DebugSource {file}
//@ check: {unit} = OpExtInst %void {set} DebugCompilationUnit %uint_1 %uint_4 {source} %uint_5
//@ check-not: SPV_KHR_relaxed_extended_instruction
//@ check: {light} = OpExtInst %void {set} DebugTypeComposite {*} {source} %uint_24 %uint_8 {unit} {*} %uint_128 %uint_3 {color} {power}
//@ check: {brightness} = OpExtInst %void {set} DebugFunction {brightness_name} {*} {source} %uint_27 %uint_5 {light}
//@ check: {shade} = OpExtInst %void {set} DebugFunction {shade_name} {*} {source} %uint_32 %uint_1 {unit} {*} %uint_3 %uint_32
//@ check: {body} = OpExtInst %void {set} DebugLexicalBlock {source} %uint_32 %uint_25 {shade}
//@ check: {then} = OpExtInst %void {set} DebugLexicalBlock {source} %uint_34 %uint_18 {body}
//@ check: {twice} = OpExtInst %void {set} DebugLocalVariable {*} {*} {source} %uint_35 %uint_15 {then} %uint_4
//@ check: DebugLocalVariable {*} {*} {source} %uint_32 %uint_18 {shade} %uint_4 %uint_1
//@ check: DebugEntryPoint {*} {unit} {*} {arguments}
//@ check: DebugGlobalVariable {*} {source} %uint_31 %uint_14 {unit} {*} %total %uint_8
//@ check: DebugTypeMatrix {*} %uint_3 %uint_1
//@ check: DebugGlobalVariable {*} {source} %uint_29 %uint_9 {unit} {*} %Scene %uint_8
struct Light {
    float3 color;
    float power;
    float brightness(float scale) { return power * scale; }
};
cbuffer Scene { Light sun; float3x4 view; bool visible; };
StructuredBuffer<Light> lights;
static float total;
float shade(uint index) {
    Light light = lights[index];
    if (visible) {
        float twice = light.brightness(2);
        total += twice;
    }
    return total;
}
//@ check: %src_main = OpFunction
//@ check: DebugFunctionDefinition {*} %src_main
//@ check: %shade = OpFunction
//@ check: DebugScope {shade}
//@ check: DebugDeclare {*} %index
//@ check: DebugFunctionDefinition {shade} %shade
//@ check: DebugScope {body}
//@ check: DebugLine {source} %uint_33 %uint_33 %uint_5 %uint_31
//@ check: DebugScope {then}
//@ check: DebugDeclare {twice} %twice
//@ check: DebugScope {body}
float4 main(uint index : INDEX) : SV_Target { return shade(index); }
