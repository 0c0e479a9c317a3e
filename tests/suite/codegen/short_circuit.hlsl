//@ run: -T ps_6_0 -fcgl
// The right side of a logical operator, and the side of ?: that is not chosen, are not evaluated.
static int calls;
bool called() { calls++; return true; }
//@ check: OpBranchConditional
//@ check: OpFunctionCall %bool %called
//@ check: OpBranchConditional
//@ check: OpFunctionCall %bool %called
float4 main(float x : X) : SV_Target {
    bool a = x > 0 && called();
    float b = x > 1 ? (float)called() : 2.0;
    return a ? b : calls;
}
