/* hlsl2spirv for C: HLSL to SPIR-V for Vulkan, without state between calls but for that of families.
 *
 * All texts are UTF-8. Every function may be called by any number of threads at once; a result may be read by several threads,
 * and is freed by one. Pointers that come out of a result are good until it is freed. Texts that come out end in a zero. */
#ifndef HLSL2SPIRV_H
#define HLSL2SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome of a call. */
typedef enum hlsl2spirv_status {
    HLSL2SPIRV_OK = 0,
    /* The source has errors, a module cannot be read, or a run has failed. */
    HLSL2SPIRV_BAD_INPUT = 1,
    /* The arguments are wrong: a null pointer, text that is not UTF-8, an option that does not exist. */
    HLSL2SPIRV_BAD_CALL = 2,
    /* A bug in the library; please report it. */
    HLSL2SPIRV_INTERNAL = 3,
} hlsl2spirv_status;

/* The severity of a message. */
typedef enum hlsl2spirv_severity {
    HLSL2SPIRV_NOTE = 0,
    HLSL2SPIRV_WARNING = 1,
    HLSL2SPIRV_ERROR = 2,
} hlsl2spirv_severity;

/* A message about the source. */
typedef struct hlsl2spirv_message {
    /* The text. */
    const char *text;
    /* The stable code, such as E2014; docs/tables/diagnostics.md explains each. */
    const char *code;
    /* For warnings the name for -W<name>; null for others. */
    const char *group;
    /* The file; null where the message has no place. */
    const char *file;
    /* Line and column, both counted from 1, the column in bytes; 0 without a place. */
    uint32_t line;
    uint32_t column;
    hlsl2spirv_severity severity;
} hlsl2spirv_message;

/* Finds included files. */
typedef struct hlsl2spirv_includes {
    /* Handed to the functions. */
    void *context;
    /* The text of the file with this path, of *size bytes; null if there is none. Called on the thread that compiles, once for
     * each path. The text is copied before the next call. */
    const char *(*load)(void *context, const char *path, size_t *size);
    /* Takes a text of `load` back; may be null. */
    void (*release)(void *context, const char *text);
} hlsl2spirv_includes;

/* What a call has made. */
typedef struct hlsl2spirv_result hlsl2spirv_result;

/* The version, such as "0.1.0". */
const char *hlsl2spirv_version(void);

/* Compiles a text of `size` bytes. `name` is the file in messages, from which its includes are searched. The arguments are those
 * of the command, which are DXC's: "-T", "cs_6_0", "-E", "main"; options that write files write none. Without `includes`, no file
 * is found. Never null. */
hlsl2spirv_result *hlsl2spirv_compile(const char *name, const char *source, size_t size, const char *const *arguments,
                                      size_t argument_count, const hlsl2spirv_includes *includes);

/* Compiles a file of the disk, with its includes from there. Never null. */
hlsl2spirv_result *hlsl2spirv_compile_file(const char *path, const char *const *arguments, size_t argument_count);

/* A shader with switches, whose permutations share their work: each costs what none before it has left. It may be used by any
 * number of threads at once, and takes 250 MB at most. */
typedef struct hlsl2spirv_family hlsl2spirv_family;

/* Makes a family of a text, as hlsl2spirv_compile takes it, with the names of the macros that permutations define, or do not. The
 * texts are copied. The functions of `includes` may be called on several threads at once until the family is freed, and give the
 * same texts each time. Never null: what is wrong with the arguments is in the result of each compilation. */
hlsl2spirv_family *hlsl2spirv_family_new(const char *name, const char *source, size_t size, const char *const *arguments,
                                         size_t argument_count, const char *const *switches, size_t switch_count,
                                         const hlsl2spirv_includes *includes);

/* Compiles a permutation: a value for each switch in their order, null where it is not defined. Switches beyond the values are not
 * defined. The module and the messages are those of hlsl2spirv_compile with these definitions. Never null. */
hlsl2spirv_result *hlsl2spirv_family_compile(const hlsl2spirv_family *family, const char *const *values, size_t value_count);

/* Frees a family; null is none. Its results stay. */
void hlsl2spirv_family_free(hlsl2spirv_family *family);

/* Describes the interface between a SPIR-V module of any compiler and its host, as JSON: the result's text. The document is
 * that of `hlsl2spirv reflect --format json`. Never null. */
hlsl2spirv_result *hlsl2spirv_reflect(const uint32_t *words, size_t word_count);

/* Writes a SPIR-V module as text. Never null. */
hlsl2spirv_result *hlsl2spirv_disassemble(const uint32_t *words, size_t word_count);

/* How it went. */
hlsl2spirv_status hlsl2spirv_result_status(const hlsl2spirv_result *result);

/* The module; null and 0 if there is none. */
const uint32_t *hlsl2spirv_result_words(const hlsl2spirv_result *result, size_t *word_count);

/* A text that the call was for: of -P the preprocessed source, of --emit= states, of -M a make rule, of
 * hlsl2spirv_reflect a document. Empty if there is none. */
const char *hlsl2spirv_result_text(const hlsl2spirv_result *result);

/* Of a compiled module, its interface as JSON, with the facts of its source; empty without a module. */
const char *hlsl2spirv_result_reflection(const hlsl2spirv_result *result);

/* All messages, as the command would print them. */
const char *hlsl2spirv_result_log(const hlsl2spirv_result *result);

/* The messages one by one. False, and nothing written, from `hlsl2spirv_result_message_count` on. */
size_t hlsl2spirv_result_message_count(const hlsl2spirv_result *result);
bool hlsl2spirv_result_message(const hlsl2spirv_result *result, size_t index, hlsl2spirv_message *message);

/* The files that were read, the source first; null from the count on. */
size_t hlsl2spirv_result_dependency_count(const hlsl2spirv_result *result);
const char *hlsl2spirv_result_dependency(const hlsl2spirv_result *result, size_t index);

/* Frees a result; null is none. */
void hlsl2spirv_result_free(hlsl2spirv_result *result);

/* Memory that a shader reads and writes. */
typedef struct hlsl2spirv_buffer {
    /* The name of the resource in the shader, or "set:binding". */
    const char *name;
    void *data;
    size_t size;
} hlsl2spirv_buffer;

/* Runs a compute shader on the CPU, and comes back when it has ended or `seconds` have passed (0: no limit). Buffers must not
 * overlap. Never null; of a library without this part, a result that says so. */
hlsl2spirv_result *hlsl2spirv_run(const uint32_t *words, size_t word_count, const char *entry, const hlsl2spirv_buffer *buffers,
                                  size_t buffer_count, const void *push_constants, size_t push_size, const uint32_t groups[3],
                                  double seconds);

#ifdef __cplusplus
}
#endif

#endif
