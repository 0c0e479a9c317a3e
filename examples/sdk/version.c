/* Creates a compiler of DXC's interfaces, and asks the library for C which version it is. */

#include <hlsl2spirv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
};

int32_t DxcCreateInstance(const struct guid *class_id, const struct guid *interface_id, void **object);

int main(void) {
    const struct guid compiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
    const struct guid compiler3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
    void *object = NULL;
    if (DxcCreateInstance(&compiler, &compiler3, &object) != 0 || object == NULL) {
        puts("no compiler");
        return 1;
    }
    puts(strlen(hlsl2spirv_version()) > 0 ? "a compiler, as hlsl2spirv.h promises" : "no version");
    return 0;
}
