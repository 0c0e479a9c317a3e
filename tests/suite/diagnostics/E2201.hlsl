//@ run: -T ps_6_0
void f(int x) {
    break;
//~ ^ error[E2201]: 'break' outside of a loop or switch
    continue;
//~ ^ error[E2201]: 'continue' outside of a loop
    case 1: x++;
//~ ^ error[E2201]: 'case' outside of a switch
    default: x++;
//~ ^ error[E2201]: 'default' outside of a switch
    switch (x) { case 1: continue; }
//~                      ^ error[E2201]: 'continue' outside of a loop
    for (;;) { break; }
}
float4 main() : SV_Target { return 0; }
