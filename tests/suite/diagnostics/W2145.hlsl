//@ run: -T ps_6_0
// Elements beyond the end of an array of resources may never be reached; an index below it is a mistake.
Texture2D maps[3] : register(t0);
SamplerState samplers[2];
float4 main(float2 at : AT, nointerpolation uint many : MANY) : SV_Target {
    float4 c = maps[2].Sample(samplers[1], at);
    if (many > 3) c += maps[3].Sample(samplers[2], at);
//~                         ^ warning[W2145]: index 3 is out of bounds of the resource array (length is 3)
//~                                            ^ warning[W2145]: index 2 is out of bounds of the resource array (length is 2)
    Texture2D own[2] = { maps[0], maps[1] };
    return c + maps[-1].Sample(samplers[0], at) + own[2].Load(0);
//~                 ^ error[E2104]: index -1 is out of bounds (length is 3)
//~                                                   ^ error[E2104]: index 2 is out of bounds (length is 2)
}
