//@ run: -T ps_6_0
#define TWICE(x) ((x) * 2)
//~     ^ note: the macro is defined here
float4 main() : SV_Target {
    return TWICE(1, 2);
//~        ^ error[E1037]: macro 'TWICE' takes 1 argument, not 2
}
