//@ run: -T cs_6_0
Texture2D<float> source;
RWTexture2DArray<float> target;
[numthreads(8, 8, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    target[at.xy] = source[at.x];
//~           ^ error[E2105]: index of type 'uint2' is not a vector of 3 integers
//~                           ^ error[E2105]: index of type 'uint' is not a vector of 2 integers
    target[at] = source[at];
//~                     ^ error[E2105]: index of type 'uint3' is not a vector of 2 integers
    target[at] = source.mips[0][at.x] + source[float2(at.xy)];
//~                                ^ error[E2105]: index of type 'uint' is not a vector of 2 integers
}
