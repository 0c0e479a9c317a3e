/* Looks permutations up in a pack: `pack FILE INPUT PROFILE ENTRY NAME=VALUE...` prints the words of the module. With `damage` before
 * the file, each byte of the tables is changed in turn, and nothing may be read beyond the end. */
#include "hspv.h"
#include <stdio.h>
#include <stdlib.h>

static unsigned char *copy(const unsigned char *bytes, size_t size) {
    /* Exactly as large as the pack, so that a checker of memory sees reads beyond its end. */
    unsigned char *out = malloc(size);
    memcpy(out, bytes, size);
    return out;
}

int main(int argc, char **argv) {
    static unsigned char bytes[1 << 20];
    const char *names[64], *values[64];
    int damages = argc > 1 && strcmp(argv[1], "damage") == 0;
    char **rest = argv + 1 + damages;
    FILE *file = fopen(rest[0], "rb");
    size_t count = 0, size, at, found_size = 0;
    struct hspv_pack pack;
    if (file == NULL) return 2;
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (char **word = rest + 4; word < argv + argc; word++) {
        char *equals = strchr(*word, '=');
        *equals = 0;
        names[count] = *word;
        values[count++] = equals + 1;
    }
    if (damages) {
        size_t opened = 0;
        for (at = 0; at < size; at++) {
            for (unsigned bit = 0; bit < 8; bit++) {
                unsigned char *damaged = copy(bytes, size);
                damaged[at] ^= (unsigned char)(1u << bit);
                if (hspv_open(&pack, damaged, size)) {
                    opened++;
                    (void)hspv_find(&pack, rest[1], rest[2], rest[3], names, values, count, &found_size);
                }
                free(damaged);
            }
        }
        for (at = 0; at < size; at++) {
            unsigned char *cut = copy(bytes, at);
            if (hspv_open(&pack, cut, at)) return 3;
            free(cut);
        }
        printf("%s\n", opened > 0 ? "survived" : "nothing was opened");
        return 0;
    }
    if (!hspv_open(&pack, bytes, size)) return 4;
    const unsigned char *module = hspv_find(&pack, rest[1], rest[2], rest[3], names, values, count, &found_size);
    if (module == NULL) {
        printf("none\n");
        return 0;
    }
    for (at = 0; at < found_size; at += 4) printf("%u ", (unsigned)module[at] | (unsigned)module[at + 1] << 8);
    printf("\n");
    return 0;
}
