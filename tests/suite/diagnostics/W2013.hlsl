//@ run: -T ps_6_0 -HV 2018
void f() {
    for (int i = 0; i < 3; i++) { }
    for (int i = 0; i < 3; i++) { }
//~          ^ warning[W2013]: redefinition of 'i' shadows the declaration in the outer scope
}
float4 main() : SV_Target { f(); return 0; }
