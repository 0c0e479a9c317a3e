//@ run: -T ps_6_0
// Elements beyond the end of an array of resources may never be reached; an index below it is a mistake.
Texture2D maps[3] : register(t0);
SamplerState samplers[2];
float4 main(float2 at : AT, nointerpolation uint many : MANY) : SV_Target {
    float4 c = maps[2].Sample(samplers[1], at);
    if (many > 3) c += maps[3].Sample(samplers[2], at);
//~                         ^ warning[W2145]: no resource is bound at index 3: there are 3 elements
//~                                            ^ warning[W2145]: no resource is bound at index 2: there are 2 elements
    Texture2D own[2] = { maps[0], maps[1] };
    return c + maps[-1].Sample(samplers[0], at) + own[2].Load(0);
//~                 ^ error[E2104]: index -1 is out of bounds: there are 3 elements
//~                                                   ^ error[E2104]: index 2 is out of bounds: there are 2 elements
}
