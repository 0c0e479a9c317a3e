//@ run: -T ps_6_0
float4 main(float value : VALUE) : SV_Target {
    return static_cast<uint>(value);
//~        ^ error[E1106]: 'static_cast' is a reserved word that HLSL does not support
//~        ^ note: a conversion is written 'int(x)' or '(int)x'
}
