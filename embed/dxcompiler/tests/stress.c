/* A client that counts: it loads the library again and again, compiles on many threads with one object or with many, and looks
 * at every count of references, its own objects' included.
 *
 *   stress LIBRARY loads COUNT
 *   stress LIBRARY one|many THREADS COUNT
 *
 * OWN is the slot behind those of IUnknown: 3, or 5 in the binary interface of before October 2022. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#ifndef OWN
#define OWN 3
#endif

typedef struct {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
} guid;
typedef int32_t status;
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
#define CHECK(holds)                                                   \
    do {                                                               \
        if (!(holds)) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, #holds);        \
            exit(1);                                                   \
        }                                                              \
    } while (0)

static unsigned long add(void *it) { return SLOT(it, 1, unsigned long (*)(void *))(it); }
static unsigned long release(void *it) { return SLOT(it, 2, unsigned long (*)(void *))(it); }
static const void *bytes_of(void *blob) { return SLOT(blob, OWN, const void *(*)(void *))(blob); }
static size_t size_of(void *blob) { return SLOT(blob, OWN + 1, size_t (*)(void *))(blob); }

/* An object of the client with one function, or an allocator with six. */
typedef struct {
    void **table;
    atomic_long count;
    atomic_long calls;
} counted;

static status no_interface(void *it, const guid *id, void **out) {
    (void)it, (void)id;
    *out = NULL;
    return (status)0x80004002;
}
static unsigned long counted_add(counted *it) { return (unsigned long)atomic_fetch_add(&it->count, 1) + 1; }
static unsigned long counted_release(counted *it) { return (unsigned long)atomic_fetch_sub(&it->count, 1) - 1; }
static void no_destructor(void *it) { (void)it; }

static void *utils;

/* LoadSource of an include handler, which answers with a new blob. */
static status load(counted *it, const wchar_t *name, void **out) {
    static const char TEXT[] = "#define GAIN 2\n";
    atomic_fetch_add(&it->calls, 1);
    *out = NULL;
    if (wcsstr(name, L"gain.hlsli") == NULL)
        return (status)0x80070002;
    typedef status (*create)(void *, const void *, uint32_t, uint32_t, void **);
    return SLOT(utils, OWN + 3, create)(utils, TEXT, sizeof TEXT - 1, 65001, out);
}

static void *allocate(void *it, size_t size) { return (void)it, malloc(size); }
static void *reallocate(void *it, void *old, size_t size) { return (void)it, realloc(old, size); }
static void give_back(void *it, void *old) { (void)it, free(old); }
static size_t no_size(void *it, void *of) { return (void)it, (void)of, 0; }

#if OWN == 5
#define UNKNOWN (void *)no_interface, (void *)counted_add, (void *)counted_release, (void *)no_destructor, (void *)no_destructor
#else
#define UNKNOWN (void *)no_interface, (void *)counted_add, (void *)counted_release
#endif
static void *HANDLER[] = {UNKNOWN, (void *)load};
static void *ALLOCATOR[] = {UNKNOWN,          (void *)allocate, (void *)reallocate,  (void *)give_back,
                            (void *)no_size, (void *)no_size,  (void *)no_destructor};

typedef status (*create_instance)(const guid *, const guid *, void **);
typedef status (*create_instance2)(void *, const guid *, const guid *, void **);

static const char SOURCE[] =
    "#include \"gain.hlsli\"\n"
    "RWStructuredBuffer<float> data;\n"
    "[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] = sin(data[i] * GAIN); }\n";

/* Compiles, and copies the module. */
static size_t compile(void *compiler, void *handler, uint8_t *out, size_t room) {
    const wchar_t *words[] = {L"-spirv", L"-T", L"cs_6_0", L"-E", L"main", L"shader.hlsl"};
    const buffer source = {SOURCE, sizeof SOURCE, 65001};
    void *result = NULL, *module = NULL, *errors = NULL;
    typedef status (*function)(void *, const buffer *, const wchar_t **, uint32_t, void *, const guid *, void **);
    CHECK(SLOT(compiler, OWN, function)(compiler, &source, words, 6, handler, &RESULT, &result) == 0);
    status got = -1;
    CHECK(SLOT(result, OWN, status (*)(void *, status *))(result, &got) == 0);
    CHECK(got == 0);
    CHECK(SLOT(result, OWN + 1, status (*)(void *, void **))(result, &module) == 0);
    CHECK(SLOT(result, OWN + 2, status (*)(void *, void **))(result, &errors) == 0);
    CHECK(size_of(errors) == 0);
    CHECK(release(errors) == 1);
    size_t size = size_of(module);
    CHECK(size > 100 && size <= room);
    /* The module outlives its result. */
    CHECK(add(module) == 3);
    CHECK(release(module) == 2);
    CHECK(release(result) == 0);
    memcpy(out, bytes_of(module), size);
    CHECK(release(module) == 0);
    return size;
}

static create_instance create;
static create_instance2 create2;
static void *shared;
static long compilations;
static uint8_t expected[1 << 16];
static size_t expected_size;
static counted allocator = {ALLOCATOR, 1, 0};

static void *work(void *unused) {
    (void)unused;
    counted handler = {HANDLER, 1, 0};
    uint8_t *module = malloc(sizeof expected);
    for (long at = 0; at < compilations; at++) {
        void *own = shared;
        if (own == NULL)
            CHECK(create2(&allocator, &COMPILER, &COMPILER3, &own) == 0);
        else
            add(own);
        size_t size = compile(own, &handler, module, sizeof expected);
        CHECK(size == expected_size && memcmp(module, expected, size) == 0);
        unsigned long left = release(own);
        CHECK(shared != NULL ? left >= 1 : left == 0);
        CHECK(atomic_load(&handler.count) == 1);
        CHECK(atomic_load(&handler.calls) == at + 1);
    }
    free(module);
    return NULL;
}

static void open_library(const char *path, void **library) {
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    *(void **)&create = dlsym(*library, "DxcCreateInstance");
    *(void **)&create2 = dlsym(*library, "DxcCreateInstance2");
    CHECK(create != NULL && create2 != NULL);
    CHECK(create(&UTILS, &IUTILS, &utils) == 0);
}

/* The pages that are in memory. */
static long resident(void) {
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2);
    fclose(file);
    return pages * 4;
}

static void loads(const char *path, long count) {
    long early = 0;
    for (long at = 0; at < count; at++) {
        void *library, *compiler;
        open_library(path, &library);
        counted handler = {HANDLER, 1, 0};
        CHECK(create(&COMPILER, &COMPILER3, &compiler) == 0);
        compile(compiler, &handler, expected, sizeof expected);
        CHECK(release(compiler) == 0);
        CHECK(release(utils) == 0);
        CHECK(dlclose(library) == 0);
        if (at == count / 10)
            early = resident();
    }
    long growth = resident() - early;
    fprintf(stderr, "%ld loads: %ld KiB, %ld more than after a tenth of them\n", count, resident(), growth);
#ifndef __SANITIZE_ADDRESS__
    /* The sanitiser keeps freed memory for a while. */
    CHECK(growth < 4096);
#endif
}

static void threads(const char *path, int with_one, long count) {
    void *library, *first;
    open_library(path, &library);
    counted handler = {HANDLER, 1, 0};
    CHECK(create2(&allocator, &COMPILER, &COMPILER3, &first) == 0);
    expected_size = compile(first, &handler, expected, sizeof expected);
    shared = with_one ? first : NULL;
    pthread_t *all = malloc(sizeof(pthread_t) * (size_t)count);
    for (long at = 0; at < count; at++)
        CHECK(pthread_create(&all[at], NULL, work, NULL) == 0);
    for (long at = 0; at < count; at++)
        CHECK(pthread_join(all[at], NULL) == 0);
    free(all);
    CHECK(release(first) == 0);
    CHECK(release(utils) == 0);
    /* All objects are gone, and with them what they held. */
    CHECK(atomic_load(&allocator.count) == 1);
    fprintf(stderr, "%ld threads: %ld KiB\n", count, resident());
    CHECK(dlclose(library) == 0);
}

int main(int count, char **words) {
    CHECK(count >= 4);
    if (strcmp(words[2], "loads") == 0) {
        loads(words[1], atol(words[3]));
    } else {
        CHECK(count == 5);
        compilations = atol(words[4]);
        threads(words[1], strcmp(words[2], "one") == 0, atol(words[3]));
    }
    puts("all hold");
    return 0;
}
