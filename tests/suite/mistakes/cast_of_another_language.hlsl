//@ run: -T ps_6_0
float4 main(float value : VALUE) : SV_Target {
    return static_cast<uint>(value);
//~        ^ error[E1106]: 'static_cast' is a reserved keyword that HLSL does not support
//~        ^ note: use 'int(x)' or '(int)x' for conversions
}
