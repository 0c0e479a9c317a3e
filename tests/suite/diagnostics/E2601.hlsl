//@ run: -T ps_6_0
struct Maps {
    Texture2D open[];
//~           ^ error[E2601]: member 'open' must have an array length
    Texture2D inner[2][];
//~           ^ error[E2601]: member 'inner' must have an array length
    float numbers[];
//~       ^ error[E2601]: member 'numbers' must have an array length
};
Maps maps : register(t0);
Texture2D outside[] : register(t0, space1);
float4 main(uint at : AT) : SV_Target {
    return maps.open[0][uint2(0, 0)] + outside[at][uint2(0, 0)];
}
