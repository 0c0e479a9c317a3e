//@ run: -T ps_6_0
float4 fog = float4(1, 1, 1, 0);
//~    ^ warning[W2058]: initializer of 'fog' is ignored: the application sets the value
float4 main() : SV_Target {
    fog.a = 1;
//~     ^ error[E2102]: expression is not assignable: uniforms are read-only; declare the global 'static' to make it writable
    return fog;
}
