//@ run: -T cs_6_0
// A buffer that is chosen at run time, and an offset that no instruction takes.
RWStructuredBuffer<uint> first, second;
RWStructuredBuffer<uint> chosen(bool which) {
    if (which) {
//~     ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: a phi of pointers requires variable pointers
        return first;
    }
    return second;
}
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    RWStructuredBuffer<uint> buffer = chosen(id.x > 3);
    buffer[0] = 1;
}
