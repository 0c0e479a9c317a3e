//@ run: -T ps_6_0
float4 main(int mode : MODE) : SV_Target {
    float gain = 0;
    switch (mode) {
        case 0: gain = 1;
        case 1: gain += 2; break;
//~     ^ warning[W2212]: unannotated fall-through between switch labels; add 'break' to prevent it
        case 2: gain = 4; // falls through
        default: gain += 8;
    }
    return gain;
}
