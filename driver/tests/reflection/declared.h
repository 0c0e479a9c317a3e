/* Made by `hlsl2spirv reflect --format c`. */
#ifndef HLSL2SPIRV_F6BA2C95573609A3_H
#define HLSL2SPIRV_F6BA2C95573609A3_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HLSL2SPIRV_ASSERT(what) static_assert(what, #what)
#else
#define HLSL2SPIRV_ASSERT(what) _Static_assert(what, #what)
#endif

/* How a light shines. */
typedef int32_t LampMode;
enum {
    LampMode_Lit = 0,
    LampMode_Shadowed = 4,
};

/* A light. */
typedef struct Lamp {
    /* In metres. */
    float position[3];
    LampMode mode;
    uint32_t layer_bits;
    uint8_t pad0[4];
    uint64_t samples;
} Lamp;
HLSL2SPIRV_ASSERT(sizeof(Lamp) == 32);
HLSL2SPIRV_ASSERT(offsetof(Lamp, position) == 0);
HLSL2SPIRV_ASSERT(offsetof(Lamp, mode) == 12);
HLSL2SPIRV_ASSERT(offsetof(Lamp, layer_bits) == 16);
HLSL2SPIRV_ASSERT(offsetof(Lamp, pad0) == 20);
HLSL2SPIRV_ASSERT(offsetof(Lamp, samples) == 24);
/* 5 bits of layer_bits from bit 0 on. */
static inline uint32_t Lamp_get_layer(const Lamp *from) {
    return (uint32_t)((uint64_t)from->layer_bits >> 0 & UINT64_C(0x1f));
}
static inline void Lamp_set_layer(Lamp *to, uint32_t value) {
    to->layer_bits = (uint32_t)(((uint64_t)to->layer_bits & ~(UINT64_C(0x1f) << 0)) | ((uint64_t)value & UINT64_C(0x1f)) << 0);
}
/* 20 bits of layer_bits from bit 5 on. */
static inline uint32_t Lamp_get_count(const Lamp *from) {
    return (uint32_t)((uint64_t)from->layer_bits >> 5 & UINT64_C(0xfffff));
}
static inline void Lamp_set_count(Lamp *to, uint32_t value) {
    to->layer_bits = (uint32_t)(((uint64_t)to->layer_bits & ~(UINT64_C(0xfffff) << 5)) | ((uint64_t)value & UINT64_C(0xfffff)) << 5);
}

typedef struct gpu_Corner {
    float at[2][3];
    uint32_t is_round;
} gpu_Corner;
HLSL2SPIRV_ASSERT(sizeof(gpu_Corner) == 28);
HLSL2SPIRV_ASSERT(offsetof(gpu_Corner, at) == 0);
HLSL2SPIRV_ASSERT(offsetof(gpu_Corner, is_round) == 24);

typedef struct gpu_Scene {
    float turn[2][3];
    float last;
    gpu_Corner corners[2];
} gpu_Scene;
HLSL2SPIRV_ASSERT(sizeof(gpu_Scene) == 84);
HLSL2SPIRV_ASSERT(offsetof(gpu_Scene, turn) == 0);
HLSL2SPIRV_ASSERT(offsetof(gpu_Scene, last) == 24);
HLSL2SPIRV_ASSERT(offsetof(gpu_Scene, corners) == 28);

/* Of each draw. */
typedef struct gpu_struct {
    Lamp light;
    float dt;
    uint8_t pad0[4];
} gpu_struct;
HLSL2SPIRV_ASSERT(sizeof(gpu_struct) == 40);
HLSL2SPIRV_ASSERT(offsetof(gpu_struct, light) == 0);
HLSL2SPIRV_ASSERT(offsetof(gpu_struct, dt) == 32);
HLSL2SPIRV_ASSERT(offsetof(gpu_struct, pad0) == 36);

#undef HLSL2SPIRV_ASSERT
#endif
