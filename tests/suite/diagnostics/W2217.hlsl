//@ run: -T cs_6_0
RWStructuredBuffer<float> list;
[numthreads(1, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    bool low = at.x < 2;
    switch (low) { case true: list[0] = 1; break; case false: list[0] = 2; break; }
//~         ^ warning[W2217]: switch condition has type 'bool'
    switch (at.x > 3) { case 1: list[1] = 3; break; }
//~         ^ warning[W2217]: switch condition has type 'bool'
    switch ((int)low) { case 1: list[1] = 4; break; }
}
