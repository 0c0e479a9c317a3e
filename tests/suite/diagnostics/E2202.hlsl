//@ run: -T ps_6_0
void f(int x) {
    switch (x) {
        case 1: break;
        case 2: break;
        case 1: break;
//~     ^ error[E2202]: duplicate case value 1
        default: break;
        default: break;
//~     ^ error[E2202]: duplicate case value default
    }
}
float4 main() : SV_Target { return 0; }
