#ifndef TINT
#define TINT float3(0.2, 0.5, 0.9)
#endif
