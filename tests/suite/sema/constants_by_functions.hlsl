//@ run: -T cs_6_0
//@ emit: spirv
// Where the language asks for a constant, static constants are known that vectors and functions make.
//@ check: OpExecutionMode %main LocalSize 32 4 3
static const int limit = 4096;
static const int width = min(32, limit / 16);
static const uint2 size = uint2(2, 4);
static const uint2 twice = size * 2;
static const float3 depths = { 1.5, 2, 3 };
[numthreads(width, twice.x, (int)depths.z)]
void main() {}
