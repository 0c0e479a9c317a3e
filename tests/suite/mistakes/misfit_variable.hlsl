//@ run: -T ps_6_0
// What a variable cannot be set to is told once, not with every use of the variable.
float4 main(float4 at : AT) : SV_Target {
    Texture2D tint = at * 2;
//~                  ^ error[E2118]: cannot implicitly convert 'float4' to 'Texture2D<float4>'
    float4 sum = tint + at.x;
    tint.x += 1;
    return tint * sum;
}
