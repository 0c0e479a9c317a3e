//@ run: -T cs_6_0
RWStructuredBuffer<float> shades;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    float brightness = 0.5;
    shades[at.x] = brightnes;
//~                ^ error[E2001]: use of undeclared identifier 'brightnes'
//~                ^ note: did you mean 'brightness'?
}
