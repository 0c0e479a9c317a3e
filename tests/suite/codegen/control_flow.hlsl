//@ run: -T ps_6_0 -fcgl
// Every loop and selection says where it merges, and attributes become hints.
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ check: OpLoopMerge %{*} %{*} DontUnroll
//@ check: OpSelectionMerge %{*} DontFlatten
//@ check: OpSelectionMerge %{*} Flatten
//@ check: OpSwitch %{*} %{*} 0 %{*} 1 %{*} 2
//@ check: OpKill
float4 main(float4 p : P, nointerpolation int n : N) : SV_Target {
    float sum = 0;
    [unroll] for (int i = 0; i < 4; i++) { if (i == n) continue; sum += i; }
    [loop] while (sum < 10) { sum += p.x; if (p.y > sum) break; }
    do { sum -= 1; } while (sum > 5);
    [branch] if (p.x > 0) sum += 1; else sum -= 1;
    [flatten] if (p.y > 0) sum *= 2;
    switch (n) {
        case 0: sum += 1; break;
        case 1: sum += 2;
        case 2: sum += 3; break;
//~     ^ warning[W2212]: unannotated fall-through between switch labels; add 'break' to prevent it
        default: return sum;
    }
    if (sum < 0) discard;
    for (;;) { if (sum > 100) return 1; sum *= 2; }
}
