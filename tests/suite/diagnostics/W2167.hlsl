//@ run: -T ps_6_0
float4 main(float kind : KIND, int number : NUMBER) : SV_Target {
    switch (kind) {
//~         ^ warning[W2167]: the switch selector of type 'float' is converted to an integer
        case 0: return 1;
        default: break;
    }
    switch ((int)kind) {
        case 1: return 2;
        default: break;
    }
    switch (number) {
        case 2: return 3;
        default: return 0;
    }
}
