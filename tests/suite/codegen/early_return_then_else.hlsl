//@ run: -T cs_6_0 -E main
//@ check: %{is_zero} = OpIEqual %bool %{*} %int_0
//@ check: OpBranchConditional %{is_zero} %{first} %{second}
//@ check: %{second} = OpLabel
//@ check: %{is_one} = OpIEqual %bool %{*} %int_1
//@ in: source = i32:0,1,2,3,-1
//@ in: o = zeros:20
//@ dispatch: 5
//@ out: o = i32:110,20,205,208,0

// What follows an early return is the other side of its condition: one branch decides between both, and values of the
// first side are used behind it.
StructuredBuffer<int> source;
RWStructuredBuffer<int> o;

int early(int x, inout int kept) {
    if (x == 0) {
        for (int i = 0; i < 10; i++) kept += source[0] + 1;
        return kept * 10;
    }
    kept += 3;
    if (x == 1) {
        for (int i = 0; i < 4; i++) kept += source[1];
        return kept + 6;
    }
    [loop] while (kept < 100) kept += x;
    return kept + x + 1;
}

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    int kept = 0;
    int x = source[id.x];
    if (x < 0) return;
    int y = early(x, kept);
    o[id.x] = y + kept;
}
