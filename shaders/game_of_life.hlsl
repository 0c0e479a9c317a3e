//@ run: -T cs_6_0 -E main
// One generation of Conway's game of life on a torus.

RWTexture2D<uint> before : register(u0);
RWTexture2D<uint> after : register(u1);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint2 size;
    before.GetDimensions(size.x, size.y);
    if (any(id.xy >= size))
        return;

    uint neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0)
                continue;
            const uint2 at = (uint2(int2(id.xy) + int2(dx, dy)) + size) % size;
            neighbours += before[at];
        }
    }

    const uint alive = before[id.xy];
    switch (neighbours) {
        case 2:
            after[id.xy] = alive;
            break;
        case 3:
            after[id.xy] = 1;
            break;
        default:
            after[id.xy] = 0;
            break;
    }
}
