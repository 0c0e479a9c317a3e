//@ run: -T ps_6_0
template<typename T> T twice(T value) {
//~                    ^ note: candidate: float4 twice(float4); no conversion from 'float2' for parameter 'value'
    return value * 2;
}
float4 main(float2 at : AT) : SV_Target {
    return twice<float4>(at);
//~        ^ error[E2111]: no matching function for call to 'twice'
}
