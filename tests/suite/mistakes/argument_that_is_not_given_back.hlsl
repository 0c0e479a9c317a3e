//@ run: -T ps_6_0
void lift(inout float3 colour, out float gain) { colour += 1; gain = 2; }
//~  ^ note: candidate: void lift(inout float3, out float); no conversion to 'float4' for parameter 'colour'
float4 main(float4 colour : COLOR) : SV_Target {
    float gain;
    lift(colour, gain);
//~ ^ error[E2111]: no matching function for call to 'lift'
    return colour * gain;
}
