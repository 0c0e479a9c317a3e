//@ run: -T ps_6_0
void f(int x) {
    switch (x) {
        case 0: { case 1: x++; } break;
        default: if (x > 0) { case 2: x++; }
//~                           ^ error[E2211]: 'case' label must be directly inside the 'switch' body
    }
}
float4 main() : SV_Target { return 0; }
