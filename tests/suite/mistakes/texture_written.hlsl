//@ run: -T cs_6_0
Texture2D<float4> picture;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    picture[at.xy] = 0;
//~ ^ error[E2102]: expression is not assignable: elements of 'Texture2D<float4>' are read-only
}
