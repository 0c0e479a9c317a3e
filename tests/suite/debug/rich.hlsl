//@ run: -T ps_6_0 -O0 -fspv-debug=rich -Wno-debug-info
// What a debugger is told in OpenCL.DebugInfo.100, where numbers are literals and lines are the core's.
//@ check: OpExtInstImport "OpenCL.DebugInfo.100"
//@ check: {file} = OpString "{*}rich.hlsl"
// A matrix is an array of two dimensions; a struct names members that follow.
//@ check: {array} = OpExtInst %void {set} DebugTypeArray {number} %uint_3 %uint_2 %uint_2
//@ check: {source} = OpExtInst %void {set} DebugSource {file}
//@ check: {unit} = OpExtInst %void {set} DebugCompilationUnit 1 4 {source} HLSL
//@ check: {pair} = OpExtInst %void {set} DebugTypeComposite {name} Structure {source} 18 8 {unit} {name} %uint_448 FlagIsProtected|FlagIsPrivate {first} {rows}
//@ check: {rows} = OpExtInst %void {set} DebugTypeMember {*} {array} {source} 20 14 {pair} %uint_64 %uint_384
//@ check: {first} = OpExtInst %void {set} DebugTypeMember {*} {source} 19 10 {pair} %uint_0 %uint_64
//@ check: {function} = OpExtInst %void {set} DebugFunction {*} {source} 22 1 {unit} {*} 22 %sum
//@ check: DebugLocalVariable {*} {pair} {source} 22 16 {function} FlagIsLocal 1
//@ check: %sum = OpFunction
//@ check: DebugScope {function}
//@ check: {param} = OpFunctionParameter
//@ check: DebugDeclare {*} {param}
struct Pair {
    int2 first;
    float2x2 rows[3];
};
float sum(Pair pair) { return pair.first.x + pair.rows[2]._22; }
float4 main(nointerpolation Pair pair : PAIR) : SV_Target { return sum(pair); }
