//@ run: -T cs_6_0
Texture2D<float> source;
RWTexture2DArray<float> target;
[numthreads(8, 8, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    target[at.xy] = source[at.x];
//~           ^ error[E2105]: invalid index type 'uint2': expected a vector of 3 integers
//~                           ^ error[E2105]: invalid index type 'uint': expected a vector of 2 integers
    target[at] = source[at];
//~                     ^ error[E2105]: invalid index type 'uint3': expected a vector of 2 integers
    target[at] = source.mips[0][at.x] + source[float2(at.xy)];
//~                                ^ error[E2105]: invalid index type 'uint': expected a vector of 2 integers
}
