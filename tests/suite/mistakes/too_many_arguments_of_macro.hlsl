//@ run: -T ps_6_0
#define TWICE(x) ((x) * 2)
//~     ^ note: macro defined here
float4 main() : SV_Target {
    return TWICE(1, 2);
//~        ^ error[E1037]: macro 'TWICE' requires 1 argument, found 2
}
