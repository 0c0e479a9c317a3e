//@ run: -T cs_6_0
Texture2D<float4> a[2], b[2];
Texture2D<float4> alone;
RWStructuredBuffer<float4> result;
[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    Texture2D<float4> texture = a[0];
    if (lane == 1)
        texture = b[1];
//~               ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: a phi of images or samplers
    result[0] = texture.Load(0);
    Texture2D<float4> other = a[1];
    if (lane == 2)
        other = alone;
    result[1] = other.Load(0);
}
