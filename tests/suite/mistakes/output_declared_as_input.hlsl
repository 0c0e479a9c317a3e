//@ run: -T vs_6_0
void main(float3 place : PLACE, float4 result : SV_Position) {
//~                                             ^ warning[W2544]: vertex shader has no SV_Position output
//~                                             ^ note: parameter is an input; is 'out' missing?
    result = float4(place, 1);
}
