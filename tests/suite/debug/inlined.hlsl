//@ run: -T cs_6_0 -O3 -fspv-debug=vulkan
// What debuggers need to know of code that was inlined and flattened: the object of a method where the call begins, and a
// local of a branch that became a selection.
//@ check: {mark_name} = OpString "this"
//@ check: {inside_name} = OpString "inside"
//@ check: {this} = OpExtInst %void {set} DebugLocalVariable {mark_name}
//@ check: {inside} = OpExtInst %void {set} DebugLocalVariable {inside_name}
//@ check: OpFunction
//@ check: {size} = OpConvertUToF %float {*}
//@ check: DebugScope {*} {*}
//@ check: DebugValue {this} {size} {*} %uint_0
//@ check: DebugValue {inside} {*} {*}
//@ check: OpSelect
RWStructuredBuffer<float> o;
struct Shape {
    float size;
    float area() { float a = size * size; return a; }
};
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    Shape shape;
    shape.size = id.x;
    float result = shape.area();
    if (result > 3) {
        float inside = result * 2;
        result += inside;
    }
    o[0] = result;
}
