/* Compiles a shader with an include callback, prints what it wants from its host, and runs it on the CPU. */
#include "hlsl2spirv.h"

#include <stdio.h>
#include <string.h>

static const char *SOURCE = "#include \"scale.hlsli\"\n"
                            "RWStructuredBuffer<float> data;\n"
                            "[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= SCALE; }\n";

static const char *load(void *context, const char *path, size_t *size) {
    const char *text = context;
    if (strcmp(path, "scale.hlsli") != 0)
        return NULL;
    *size = strlen(text);
    return text;
}

int main(void) {
    const char *arguments[] = {"-T", "cs_6_0", "-E", "main"};
    hlsl2spirv_includes includes = {(void *)"#define SCALE 2\n", load, NULL};
    hlsl2spirv_result *result = hlsl2spirv_compile("double.hlsl", SOURCE, strlen(SOURCE), arguments, 4, &includes);
    fputs(hlsl2spirv_result_log(result), stderr);
    if (hlsl2spirv_result_status(result) != HLSL2SPIRV_OK)
        return 1;
    size_t count = 0;
    const uint32_t *words = hlsl2spirv_result_words(result, &count);
    printf("version %s: %s words\n", hlsl2spirv_version(), count > 100 ? "some" : "few");
    printf("%s\n", strstr(hlsl2spirv_result_reflection(result), "\"data\"") ? "there is a resource 'data'" : "?");

    float data[4] = {1, 2, 3, 4};
    const uint32_t groups[3] = {1, 1, 1};
    hlsl2spirv_buffer buffer = {"data", data, sizeof data};
    hlsl2spirv_result *run = hlsl2spirv_run(words, count, "main", &buffer, 1, NULL, 0, groups, 10);
    fputs(hlsl2spirv_result_log(run), stderr);
    if (hlsl2spirv_result_status(run) == HLSL2SPIRV_OK)
        printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
    hlsl2spirv_result_free(run);
    hlsl2spirv_result_free(result);
    return 0;
}
