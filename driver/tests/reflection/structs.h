/* Made by `hlsl2spirv reflect --format c`. */
#ifndef HLSL2SPIRV_CF19E91C2E49B7E2_H
#define HLSL2SPIRV_CF19E91C2E49B7E2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HLSL2SPIRV_ASSERT(what) static_assert(what, #what)
#else
#define HLSL2SPIRV_ASSERT(what) _Static_assert(what, #what)
#endif

/* What a light does to a surface. */
typedef int32_t Mode;
enum {
    Mode_Lit = 0,
    Mode_Shadowed = 4,
};

typedef struct Light_others_head_element {
    Mode value;
    uint8_t pad0[12];
} Light_others_head_element;
HLSL2SPIRV_ASSERT(sizeof(Light_others_head_element) == 16);

/* A light,
and its flags. */
typedef struct Light {
    /* In metres. */
    float place[3];
    Mode mode;
    /* Set by the editor. */
    uint32_t layer_bits;
    int32_t bias_bits;
    uint32_t count_bits;
    uint8_t pad0[4];
    Light_others_head_element others_head[1];
    Mode others_tail;
    uint32_t on;
} Light;
HLSL2SPIRV_ASSERT(sizeof(Light) == 56);
HLSL2SPIRV_ASSERT(offsetof(Light, place) == 0);
HLSL2SPIRV_ASSERT(offsetof(Light, mode) == 12);
HLSL2SPIRV_ASSERT(offsetof(Light, layer_bits) == 16);
HLSL2SPIRV_ASSERT(offsetof(Light, bias_bits) == 20);
HLSL2SPIRV_ASSERT(offsetof(Light, count_bits) == 24);
HLSL2SPIRV_ASSERT(offsetof(Light, pad0) == 28);
HLSL2SPIRV_ASSERT(offsetof(Light, others_head) == 32);
HLSL2SPIRV_ASSERT(offsetof(Light, others_tail) == 48);
HLSL2SPIRV_ASSERT(offsetof(Light, on) == 52);
/* 5 bits of layer_bits from bit 0 on. */
static inline uint32_t Light_get_layer(const Light *from) {
    return (uint32_t)((uint64_t)from->layer_bits >> 0 & UINT64_C(0x1f));
}
static inline void Light_set_layer(Light *to, uint32_t value) {
    to->layer_bits = (uint32_t)(((uint64_t)to->layer_bits & ~(UINT64_C(0x1f) << 0)) | ((uint64_t)value & UINT64_C(0x1f)) << 0);
}
/* 4 bits of bias_bits from bit 0 on. */
static inline int32_t Light_get_bias(const Light *from) {
    return (int32_t)((((uint64_t)from->bias_bits >> 0 & UINT64_C(0xf)) ^ UINT64_C(0x8)) - UINT64_C(0x8));
}
static inline void Light_set_bias(Light *to, int32_t value) {
    to->bias_bits = (int32_t)(((uint64_t)to->bias_bits & ~(UINT64_C(0xf) << 0)) | ((uint64_t)value & UINT64_C(0xf)) << 0);
}
/* 20 bits of count_bits from bit 0 on. */
static inline uint32_t Light_get_count(const Light *from) {
    return (uint32_t)((uint64_t)from->count_bits >> 0 & UINT64_C(0xfffff));
}
static inline void Light_set_count(Light *to, uint32_t value) {
    to->count_bits = (uint32_t)(((uint64_t)to->count_bits & ~(UINT64_C(0xfffff) << 0)) | ((uint64_t)value & UINT64_C(0xfffff)) << 0);
}

typedef struct Scene_corners_head_element {
    float value[3];
    uint8_t pad0[4];
} Scene_corners_head_element;
HLSL2SPIRV_ASSERT(sizeof(Scene_corners_head_element) == 16);

typedef struct Scene_turn_head_element {
    float value[3];
    uint8_t pad0[4];
} Scene_turn_head_element;
HLSL2SPIRV_ASSERT(sizeof(Scene_turn_head_element) == 16);

typedef struct Scene {
    Scene_corners_head_element corners_head[1];
    float corners_tail[3];
    float exposure;
    Light light;
    uint8_t pad0[8];
    Scene_turn_head_element turn_head[1];
    float turn_tail[3];
    float last;
} Scene;
HLSL2SPIRV_ASSERT(sizeof(Scene) == 128);
HLSL2SPIRV_ASSERT(offsetof(Scene, corners_head) == 0);
HLSL2SPIRV_ASSERT(offsetof(Scene, corners_tail) == 16);
HLSL2SPIRV_ASSERT(offsetof(Scene, exposure) == 28);
HLSL2SPIRV_ASSERT(offsetof(Scene, light) == 32);
HLSL2SPIRV_ASSERT(offsetof(Scene, pad0) == 88);
HLSL2SPIRV_ASSERT(offsetof(Scene, turn_head) == 96);
HLSL2SPIRV_ASSERT(offsetof(Scene, turn_tail) == 112);
HLSL2SPIRV_ASSERT(offsetof(Scene, last) == 124);

/* A light,
and its flags. */
typedef struct Light_2 {
    /* In metres. */
    float place[3];
    Mode mode;
    /* Set by the editor. */
    uint32_t layer_bits;
    int32_t bias_bits;
    uint32_t count_bits;
    Mode others[2];
    uint32_t on;
} Light_2;
HLSL2SPIRV_ASSERT(sizeof(Light_2) == 40);
HLSL2SPIRV_ASSERT(offsetof(Light_2, place) == 0);
HLSL2SPIRV_ASSERT(offsetof(Light_2, mode) == 12);
HLSL2SPIRV_ASSERT(offsetof(Light_2, layer_bits) == 16);
HLSL2SPIRV_ASSERT(offsetof(Light_2, bias_bits) == 20);
HLSL2SPIRV_ASSERT(offsetof(Light_2, count_bits) == 24);
HLSL2SPIRV_ASSERT(offsetof(Light_2, others) == 28);
HLSL2SPIRV_ASSERT(offsetof(Light_2, on) == 36);
/* 5 bits of layer_bits from bit 0 on. */
static inline uint32_t Light_2_get_layer(const Light_2 *from) {
    return (uint32_t)((uint64_t)from->layer_bits >> 0 & UINT64_C(0x1f));
}
static inline void Light_2_set_layer(Light_2 *to, uint32_t value) {
    to->layer_bits = (uint32_t)(((uint64_t)to->layer_bits & ~(UINT64_C(0x1f) << 0)) | ((uint64_t)value & UINT64_C(0x1f)) << 0);
}
/* 4 bits of bias_bits from bit 0 on. */
static inline int32_t Light_2_get_bias(const Light_2 *from) {
    return (int32_t)((((uint64_t)from->bias_bits >> 0 & UINT64_C(0xf)) ^ UINT64_C(0x8)) - UINT64_C(0x8));
}
static inline void Light_2_set_bias(Light_2 *to, int32_t value) {
    to->bias_bits = (int32_t)(((uint64_t)to->bias_bits & ~(UINT64_C(0xf) << 0)) | ((uint64_t)value & UINT64_C(0xf)) << 0);
}
/* 20 bits of count_bits from bit 0 on. */
static inline uint32_t Light_2_get_count(const Light_2 *from) {
    return (uint32_t)((uint64_t)from->count_bits >> 0 & UINT64_C(0xfffff));
}
static inline void Light_2_set_count(Light_2 *to, uint32_t value) {
    to->count_bits = (uint32_t)(((uint64_t)to->count_bits & ~(UINT64_C(0xfffff) << 0)) | ((uint64_t)value & UINT64_C(0xfffff)) << 0);
}

/* An element of the array at the end of RWStructuredBuffer_Light, which starts at byte 0. */
typedef Light_2 RWStructuredBuffer_Light_item;
HLSL2SPIRV_ASSERT(sizeof(RWStructuredBuffer_Light_item) == 40);

/* An element of the array at the end of RWStructuredBuffer_float, which starts at byte 0. */
typedef float RWStructuredBuffer_float_item;
HLSL2SPIRV_ASSERT(sizeof(RWStructuredBuffer_float_item) == 4);

/* Sets and bindings. */
enum {
    Scene_SET = 0,
    Scene_BINDING = 0,
    lights_SET = 0,
    lights_BINDING = 1,
    sum_SET = 0,
    sum_BINDING = 2,
};

#undef HLSL2SPIRV_ASSERT
#endif
