//@ run: -T ps_6_0 -E main
float4 main(nointerpolation int mode : MODE) : SV_Target {
    float gain = 0;
    switch (mode) {
        case 0:
        case 1: gain = 1; break;
        case 2: gain = 2;
        case 3: gain += 3; // Fallthrough
//~     ^ warning[W2212]: unannotated fall-through between switch labels; add 'break' to prevent it
        case 4: gain += 4; /* falls through */
        case 5: return gain;
        case 6: if (gain > 1) break;
        case 7: { gain = 7; }
//~     ^ warning[W2212]: unannotated fall-through between switch labels; add 'break' to prevent it
        default: gain = 8;
        case 9:
        case 10: break;
    }
    return gain;
}
