//@ run: -T ps_6_0
int f(int x) {
    switch (x) {
        x = 2;
//~     ^ warning[W2204]: statement before the first label of the switch is never reached
        case 1: return x;
    }
    return 0;
}
float4 main() : SV_Target { return 0; }
