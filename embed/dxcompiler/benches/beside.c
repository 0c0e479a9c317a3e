/* Times two libraries with DXC's interfaces side by side, on one thread.
 *
 *   cc -O2 embed/dxcompiler/benches/beside.c -o beside -ldl
 *   ./beside OURS THEIRS LINES [ROUNDS]   each line of the list: the best of so many rounds, in alternation
 *   ./beside --start LIBRARY              dlopen to the first module of a small shader
 *
 * Also the time of each line's first compilation, as a program has it that compiles every shader once.
 *
 * A line is a command line of DXC, relative to the current folder. Lines that one of the two refuses are left out. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <wchar.h>

typedef struct {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
} guid;
typedef struct {
    const void *bytes;
    size_t size;
    uint32_t encoding;
} buffer;

static const guid COMPILER = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const guid COMPILER3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const guid RESULT = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
static const guid UTILS = {0x6245d6af, 0x66e0, 0x48fd, {0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c}};
static const guid IUTILS = {0x4605c4cb, 0x2019, 0x492a, {0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f}};

#define SLOT(of, number, type) ((type)(*(void ***)(of))[number])
enum { MOST_WORDS = 256 };

typedef struct {
    void *compiler, *handler;
} library;

typedef struct {
    buffer source;
    const wchar_t *words[MOST_WORDS];
    uint32_t count;
    double best[2];
} task;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static library load(const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fail(dlerror());
    int32_t (*create)(const guid *, const guid *, void **);
    *(void **)&create = dlsym(handle, "DxcCreateInstance");
    library out = {NULL, NULL};
    void *utils = NULL;
    if (create == NULL || create(&COMPILER, &COMPILER3, &out.compiler) != 0 || create(&UTILS, &IUTILS, &utils) != 0)
        fail("no such objects");
    SLOT(utils, 9, int32_t (*)(void *, void **))(utils, &out.handler);
    return out;
}

static unsigned long release(void *it) { return SLOT(it, 2, unsigned long (*)(void *))(it); }

/* Compiles. Returns the size of the module, or 0. */
static size_t compile(const library *with, const task *of) {
    typedef int32_t (*function)(void *, const buffer *, const wchar_t *const *, uint32_t, void *, const guid *, void **);
    void *result = NULL, *module = NULL;
    int32_t status = -1;
    size_t size = 0;
    if (SLOT(with->compiler, 3, function)(with->compiler, &of->source, of->words, of->count, with->handler, &RESULT, &result) != 0)
        return 0;
    SLOT(result, 3, int32_t (*)(void *, int32_t *))(result, &status);
    if (status == 0 && SLOT(result, 4, int32_t (*)(void *, void **))(result, &module) == 0 && module != NULL) {
        size = SLOT(module, 4, size_t (*)(void *))(module);
        release(module);
    }
    release(result);
    return size;
}

static wchar_t *wide(const char *text) {
    size_t length = mbstowcs(NULL, text, 0);
    if (length == (size_t)-1)
        fail("a line is no text");
    wchar_t *out = malloc((length + 1) * sizeof *out);
    mbstowcs(out, text, length + 1);
    return out;
}

/* The next word of a line, quotes taken off. */
static char *next(char **rest) {
    char *from = *rest + strspn(*rest, " \t\r\n"), *to = from, *word = from, quote = 0;
    if (*from == 0)
        return NULL;
    for (; *from != 0 && (quote != 0 || strchr(" \t\r\n", *from) == NULL); from++) {
        if (quote == 0 && (*from == '"' || *from == '\''))
            quote = *from;
        else if (*from == quote)
            quote = 0;
        else
            *to++ = *from;
    }
    *rest = *from == 0 ? from : from + 1;
    *to = 0;
    return word;
}

static int read_task(char *line, task *out) {
    const char *input = NULL;
    memset(out, 0, sizeof *out);
    out->words[out->count++] = L"-spirv";
    for (char *word = next(&line); word != NULL && out->count < MOST_WORDS - 1; word = next(&line)) {
        const char *name = strrchr(word, '/') == NULL ? word : strrchr(word, '/') + 1;
        if (out->count == 1 && (strcmp(name, "dxc") == 0 || strcmp(name, "hlsl2spirv") == 0))
            continue;
        /* An option of the command, which DXC's library does not know. */
        if (strcmp(word, "-nologo") == 0)
            continue;
        if (strcmp(word, "-Fo") == 0) {
            next(&line);
            continue;
        }
        if (word[0] != '-')
            input = word;
        out->words[out->count++] = wide(word);
    }
    FILE *file = input == NULL ? NULL : fopen(input, "rb");
    if (file == NULL)
        return 0;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    void *text = malloc(size + 1);
    out->source = (buffer){text, fread(text, 1, size, file), 65001};
    fclose(file);
    return 1;
}

static int beside(char **paths, const char *list, int rounds) {
    library both[2] = {load(paths[0]), load(paths[1])};
    FILE *file = fopen(list, "r");
    if (file == NULL)
        fail("the list cannot be read");
    double totals[2] = {0, 0}, firsts[2] = {0, 0}, worst = 0;
    size_t sizes[2] = {0, 0}, room = 0;
    int taken = 0, left = 0;
    char *line = NULL, worst_line[200] = "";
    while (getline(&line, &room, file) > 0) {
        char head[200];
        snprintf(head, sizeof head, "%s", line);
        task one;
        if (!read_task(line, &one))
            continue;
        size_t made[2];
        double first[2];
        for (int which = 0; which < 2; which++) {
            double begun = now();
            made[which] = compile(&both[which], &one);
            first[which] = now() - begun;
        }
        if (made[0] == 0 || made[1] == 0) {
            left++;
            continue;
        }
        for (int round = 0; round < rounds; round++) {
            for (int which = 0; which < 2; which++) {
                double begun = now();
                compile(&both[which], &one);
                double took = now() - begun;
                if (round == 0 || took < one.best[which])
                    one.best[which] = took;
            }
        }
        taken++;
        for (int which = 0; which < 2; which++) {
            firsts[which] += first[which];
            totals[which] += one.best[which];
            sizes[which] += made[which];
        }
        if (one.best[0] / one.best[1] > worst) {
            worst = one.best[0] / one.best[1];
            snprintf(worst_line, sizeof worst_line, "%s", head);
        }
    }
    printf("%d lines, %d left out\n", taken, left);
    printf("%.1f ms and %.1f ms: %.4f; bytes %.3f\n", totals[0], totals[1], totals[0] / totals[1], (double)sizes[0] / (double)sizes[1]);
    printf("each line once: %.1f ms and %.1f ms: %.4f\n", firsts[0], firsts[1], firsts[0] / firsts[1]);
    printf("worst %.3f: %s\n", worst, worst_line);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%ld MB for both\n", used.ru_maxrss / 1024);
    return 0;
}

static int start(const char *path) {
    static const char SOURCE[] = "RWStructuredBuffer<float> d; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { d[i] *= 2; }";
    task one = {{SOURCE, sizeof SOURCE - 1, 65001}, {L"-spirv", L"-T", L"cs_6_0", L"-E", L"main"}, 5, {0, 0}};
    double begun = now();
    library it = load(path);
    size_t size = compile(&it, &one);
    printf("%.2f ms to the first module of %zu bytes", now() - begun, size);
    begun = now();
    compile(&it, &one);
    printf(", %.2f ms for the second\n", now() - begun);
    return size == 0;
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "--start") == 0)
        return start(words[2]);
    if (count < 4)
        fail("beside OURS THEIRS LINES [ROUNDS], or beside --start LIBRARY");
    return beside(words + 1, words[3], count > 4 ? atoi(words[4]) : 3);
}
