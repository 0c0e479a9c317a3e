//@ run: -T cs_6_0 -E main -Wno-implicit-fallthrough
//@ in: k = i32:0,0,1,1,2,3,4,4
//@ in: o = f32:0,2,1,3,7,1,2,8
//@ dispatch: 8
//@ out: o = f32:6,2,2,5,2,1,7,9
//@ run: -T cs_6_0 -E main -Wno-implicit-fallthrough -O0
//@ in: k = i32:0,0,1,1,2,3,4,4
//@ in: o = f32:0,2,1,3,7,1,2,8
//@ dispatch: 8
//@ out: o = f32:6,2,2,5,2,1,7,9
//@ run: -T cs_6_0 -E main -Wno-implicit-fallthrough
//@ emit: spirv
//@ check: OpSelectionMerge %{end} None
//@ check: OpSwitch
//@ check: OpSelectionMerge %{first} None
//@ check: OpBranchConditional %{c} %{end} %{first}
// A condition under which a case returns early is tested once, and the branch out of the switch has a merge instruction of
// its own: consumers such as naga refuse one without. Cases that only choose between values have none.
StructuredBuffer<int> k;
RWStructuredBuffer<float> o;

float settle(int a, float x) {
    switch (a) {
        case 0:
            if (x > 1) return 2;
            x += 3;
            break;
        case 1:
            if (x > 2) return 5;
            break;
        case 4:
            if (x > 4) return 9;
            x = x * 2 - 0.5;
            break;
        case 3:
            if (x > 0) return x;
        default: x = 1;
    }
    return x * 2;
}

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) { o[i] = settle(k[i], o[i]); }
