//@ run: -T ps_6_0
Texture2D paint;
float4 main(float4 at : SV_Position) : SV_Target {
    return paint.Load(uint2(at.xy));
//~              ^ error[E2111]: no matching function for call to 'Load'
//~                            ^ note: this is 'uint2', and 'int3' is needed
}
//~? note: candidate: float4 Load(int3 location[, int2 offset[, out uint status]])
//~? note: argument types are uint2
