//@ run: -T cs_6_0 -E main
// The Mandelbrot set in smooth colors.

struct View {
    float2 center;
    float scale;
    uint iterations;
};

ConstantBuffer<View> view : register(b0);
RWTexture2D<float4> image : register(u1);

float3 palette(float t) {
    const float3 phase = float3(0.00, 0.10, 0.20);
    return 0.5 + 0.5 * cos(6.2831853 * (t + phase));
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint width, height;
    image.GetDimensions(width, height);
    if (any(id.xy >= uint2(width, height)))
        return;

    const float2 pixel = (float2(id.xy) + 0.5) / float2(width, height) - 0.5;
    const float2 c = view.center + pixel * view.scale * float2(float(width) / height, 1.0);

    float2 z = 0.0;
    uint n = 0;
    while (n < view.iterations && dot(z, z) < 256.0) {
        z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        ++n;
    }

    float3 color = 0.0;
    if (n < view.iterations) {
        const float smooth = n + 1.0 - log2(0.5 * log2(dot(z, z)));
        color = palette(smooth / 64.0);
    }
    image[id.xy] = float4(color, 1.0);
}
