//@ run: -T cs_6_0 -fcgl -fspv-debug=line
// Lines name a position: that of the operator, the condition's end, the brace where a body ends.
//@ check: OpNoLine
//@ check: OpLine {file} 46 30
//@ check: OpULessThan
//@ check: OpLine {file} 46 32
//@ check: OpLoopMerge
//@ check: OpLine {file} 47 25
//@ check: OpIMul
//@ check: OpLine {file} 47 17
//@ check: OpIAdd
//@ check: OpLine {file} 48 21
//@ check: OpUGreaterThan
//@ check: OpLine {file} 49 13
//@ check: OpSelectionMerge
//@ check: OpLine {file} 50 5
//@ check: OpBranch %for_continue
//@ check: OpLine {file} 51 5
//@ check: OpBranch %do_while_header
//@ check: OpLine {file} 51 8
//@ check: OpLoopMerge
//@ check: OpLine {file} 53 28
//@ check: OpBranchConditional
//@ run: -T cs_6_0 -fcgl -fspv-debug=vulkan
// Ranges go from the first token of what they name to the last one.
//@ check: {source} = OpExtInst %void {set} DebugSource
//@ check: DebugLine {source} %uint_46 %uint_46 %uint_10 %uint_23
//@ check: OpBranch %for_check
//@ check: DebugLine {source} %uint_46 %uint_46 %uint_25 %uint_32
//@ check: OpULessThan
//@ check: DebugLine {source} %uint_47 %uint_47 %uint_20 %uint_27
//@ check: OpIMul
//@ check: DebugLine {source} %uint_47 %uint_47 %uint_9 %uint_27
//@ check: OpIAdd
//@ check: DebugLine {source} %uint_48 %uint_48 %uint_13 %uint_23
//@ check: OpSelectionMerge
//@ check: DebugLine {source} %uint_49 %uint_49 %uint_13 %uint_13
//@ check: OpBranch %for_merge
//@ check: DebugLine {source} %uint_46 %uint_46 %uint_35 %uint_39
//@ check: OpBranch %for_continue
//@ check: DebugLine {source} %uint_52 %uint_52 %uint_9 %uint_16
//@ check: DebugLine {source} %uint_54 %uint_54 %uint_5 %uint_5
//@ check: OpReturn
RWStructuredBuffer<uint> sums;
[numthreads(1, 1, 1)] void main() {
    for (uint pass = 0; pass < 4; pass++) {
        sums[0] += pass * 2;
        if (sums[0] > 20)
            break;
    }
    do {
        sums[0]--;
    } while (sums[0] > 0x10);
    return;
}
