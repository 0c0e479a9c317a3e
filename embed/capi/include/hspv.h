/* Reads packs of SPIR-V modules, which `hlsl2spirv batch --pack` writes. This header is all that a program needs: it neither
 * allocates nor copies, so that a pack can be a mapped file. Modules are aligned to 8 bytes from its start.
 *
 *     struct hspv_pack pack;
 *     if (!hspv_open(&pack, bytes, size)) ...
 *     const char *names[] = {"FOG"}, *values[] = {"1"};
 *     const void *module = hspv_find(&pack, "lit.hlsl", "ps_6_0", "main", names, values, 1, &module_size);
 */
#ifndef HSPV_H
#define HSPV_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pack in memory. */
struct hspv_pack {
    const unsigned char *bytes;
    uint64_t size;
};

#define HSPV_ABSENT 0xFFFFFFFFu

static inline uint32_t hspv_word(const struct hspv_pack *pack, uint64_t at) {
    const unsigned char *p = pack->bytes + at;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t hspv_long(const struct hspv_pack *pack, uint64_t at) {
    return (uint64_t)hspv_word(pack, at) | (uint64_t)hspv_word(pack, at + 4) << 32;
}

/* Whether a table lies within the pack. */
static inline int hspv_within(const struct hspv_pack *pack, uint64_t at, uint64_t count, uint64_t size) {
    return at <= pack->size && count * size <= pack->size - at;
}

/* A text that ends with a zero, as all do whose offset is within the texts. */
static inline const char *hspv_text(const struct hspv_pack *pack, uint32_t at) {
    return (const char *)pack->bytes + hspv_word(pack, 32) + at;
}

static inline int hspv_has_text(const struct hspv_pack *pack, uint32_t at) {
    return at < hspv_word(pack, 36);
}

/* Checks the tables of a shader. */
static inline int hspv_check_shader(const struct hspv_pack *pack, uint64_t at) {
    uint32_t switches = hspv_word(pack, at + 12), entries = hspv_word(pack, at + 28), kind = hspv_word(pack, at + 20);
    uint64_t table = hspv_word(pack, at + 16), i, j;
    for (i = 0; i < 3; i++)
        if (!hspv_has_text(pack, hspv_word(pack, at + 4 * i))) return 0;
    if (!hspv_within(pack, table, switches, 12)) return 0;
    for (i = 0; i < switches; i++) {
        uint32_t count = hspv_word(pack, table + 12 * i + 4), values = hspv_word(pack, table + 12 * i + 8);
        if (!hspv_has_text(pack, hspv_word(pack, table + 12 * i)) || !hspv_within(pack, values, count, 4)) return 0;
        for (j = 0; j < count; j++) {
            uint32_t text = hspv_word(pack, values + 4 * j);
            if (text != HSPV_ABSENT && !hspv_has_text(pack, text)) return 0;
        }
    }
    return kind <= 1 && hspv_within(pack, hspv_word(pack, at + 24), entries, kind == 0 ? 4 : 16);
}

/* Opens a pack. Returns 0 if it is not one of this version, or damaged. */
static inline int hspv_open(struct hspv_pack *pack, const void *bytes, size_t size) {
    uint64_t i;
    pack->bytes = (const unsigned char *)bytes;
    pack->size = size;
    if (size < 48 || memcmp(bytes, "HSPV", 4) != 0 || hspv_word(pack, 4) != 1 || hspv_long(pack, 8) != size) return 0;
    if (!hspv_within(pack, hspv_word(pack, 20), hspv_word(pack, 16), 32)) return 0;
    if (!hspv_within(pack, hspv_word(pack, 28), hspv_word(pack, 24), 48)) return 0;
    if (!hspv_within(pack, hspv_word(pack, 32), hspv_word(pack, 36), 1)) return 0;
    if (hspv_word(pack, 36) != 0 && pack->bytes[(uint64_t)hspv_word(pack, 32) + hspv_word(pack, 36) - 1] != 0) return 0;
    for (i = 0; i < hspv_word(pack, 24); i++) {
        uint64_t at = hspv_word(pack, 28) + 48 * i;
        if (!hspv_within(pack, hspv_long(pack, at), hspv_word(pack, at + 8), 1)) return 0;
        if (((hspv_long(pack, at) | hspv_word(pack, at + 8)) & 3) != 0) return 0;
    }
    for (i = 0; i < hspv_word(pack, 16); i++)
        if (!hspv_check_shader(pack, hspv_word(pack, 20) + 32 * i)) return 0;
    return 1;
}

/* The module with a key in the index of a shader, or HSPV_ABSENT. */
static inline uint32_t hspv_entry(const struct hspv_pack *pack, uint64_t at, uint64_t key) {
    uint64_t low = 0, high = hspv_word(pack, at + 28), table = hspv_word(pack, at + 24);
    if (hspv_word(pack, at + 20) == 0) return key < high ? hspv_word(pack, table + 4 * key) : HSPV_ABSENT;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2, found = hspv_long(pack, table + 16 * middle);
        if (found == key) return hspv_word(pack, table + 16 * middle + 8);
        if (found < key) low = middle + 1;
        else high = middle;
    }
    return HSPV_ABSENT;
}

/* The number of the value that a switch has among definitions, or HSPV_ABSENT. Counts the definitions that it finds. */
static inline uint32_t hspv_digit(const struct hspv_pack *pack, uint64_t at, const char *const *names, const char *const *values,
                                  size_t count, size_t *used) {
    const char *name = hspv_text(pack, hspv_word(pack, at)), *value = NULL;
    uint32_t number, total = hspv_word(pack, at + 4);
    size_t i;
    for (i = 0; i < count && value == NULL; i++)
        if (strcmp(names[i], name) == 0) value = values[i];
    *used += value != NULL;
    for (number = 0; number < total; number++) {
        uint32_t text = hspv_word(pack, (uint64_t)hspv_word(pack, at + 8) + 4 * (uint64_t)number);
        if (text == HSPV_ABSENT ? value == NULL : value != NULL && strcmp(value, hspv_text(pack, text)) == 0) return number;
    }
    return HSPV_ABSENT;
}

/* The module of a shader with these definitions and no other ones, with its size in bytes. NULL if there is none. */
static inline const void *hspv_find(const struct hspv_pack *pack, const char *input, const char *profile, const char *entry,
                                    const char *const *names, const char *const *values, size_t count, size_t *size) {
    uint64_t shader, at = 0, key = 0, i;
    uint32_t module;
    size_t used = 0;
    for (shader = 0; shader < hspv_word(pack, 16); shader++) {
        at = hspv_word(pack, 20) + 32 * shader;
        if (strcmp(hspv_text(pack, hspv_word(pack, at)), input) == 0 && strcmp(hspv_text(pack, hspv_word(pack, at + 4)), profile) == 0 &&
            strcmp(hspv_text(pack, hspv_word(pack, at + 8)), entry) == 0)
            break;
    }
    if (shader == hspv_word(pack, 16)) return NULL;
    for (i = 0; i < hspv_word(pack, at + 12); i++) {
        uint64_t table = hspv_word(pack, at + 16) + 12 * i;
        uint32_t digit = hspv_digit(pack, table, names, values, count, &used);
        if (digit == HSPV_ABSENT) return NULL;
        key = key * hspv_word(pack, table + 4) + digit;
    }
    if (used != count) return NULL;
    module = hspv_entry(pack, at, key);
    if (module >= hspv_word(pack, 24)) return NULL;
    at = hspv_word(pack, 28) + 48 * (uint64_t)module;
    *size = hspv_word(pack, at + 8);
    return pack->bytes + hspv_long(pack, at);
}

#ifdef __cplusplus
}
#endif

#endif
