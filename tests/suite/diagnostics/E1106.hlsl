//@ run: -T ps_6_0
float4 main() : SV_Target { goto end; }
//~                         ^ error[E1106]: 'goto' is a reserved keyword that HLSL does not support
volatile int seen;
//~ error[E1106]: 'volatile' is a reserved keyword that HLSL does not support
int new;
//~ ^ error[E1106]: 'new' is a reserved keyword that HLSL does not support
class Light {
    private:
//~ ^ error[E1106]: 'private' is a reserved keyword that HLSL does not support
    float gain;
};
