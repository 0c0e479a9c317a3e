// What the header promises, looked at through the wrapper for C++ and by itself.
#include "hlsl2spirv.hpp"

#include <cstdio>
#include <string>
#include <thread>

static int failures = 0;

static void check(bool holds, const char *what) {
    if (!holds) {
        std::printf("%s\n", what);
        ++failures;
    }
}

static_assert(sizeof(hlsl2spirv_message) == 4 * sizeof(void *) + 16, "the layout that the library has");
static_assert(sizeof(hlsl2spirv_buffer) == 3 * sizeof(void *), "the layout that the library has");
static_assert(sizeof(hlsl2spirv_includes) == 3 * sizeof(void *), "the layout that the library has");

static const char *const SHADER = "[numthreads(1, 1, 1)] void main() {}";

static void errors() {
    auto result = hlsl2spirv::compile("wrong.hlsl", "[numthreads(1, 1, 1)]\nvoid main() { x; }", {"-T", "cs_6_0"});
    check(result.status() == HLSL2SPIRV_BAD_INPUT, "errors of the source have a status");
    auto messages = result.messages();
    check(messages.size() == 1 && messages[0].severity == HLSL2SPIRV_ERROR, "there is one error");
    check(messages[0].line == 2 && messages[0].column == 15, "it has a place");
    check(std::string(messages[0].file) == "wrong.hlsl" && messages[0].group == nullptr, "it has a file and no group");
    check(std::string(messages[0].code)[0] == 'E', "it has a code");
    check(result.log().find("wrong.hlsl:2:15: error:") == 0, "the log is that of the command");
    check(result.words().empty() && result.reflection().empty(), "there is no module");
    check(hlsl2spirv::compile("a", SHADER, {"-T", "cs_6_0", "-nonsense"}).status() == HLSL2SPIRV_BAD_CALL, "options exist");
}

static void nulls() {
    size_t count = 7;
    check(hlsl2spirv_result_words(nullptr, &count) == nullptr && count == 0, "null has no words");
    check(hlsl2spirv_result_status(nullptr) == HLSL2SPIRV_BAD_CALL, "null is a bad call");
    check(*hlsl2spirv_result_text(nullptr) == 0 && *hlsl2spirv_result_log(nullptr) == 0, "null has empty texts");
    check(*hlsl2spirv_result_reflection(nullptr) == 0, "null has no reflection");
    check(!hlsl2spirv_result_message(nullptr, 0, nullptr), "null has no messages");
    check(hlsl2spirv_result_dependency(nullptr, 0) == nullptr, "null has no files");
    hlsl2spirv_result_free(nullptr);
    hlsl2spirv::Result nameless(hlsl2spirv_compile(nullptr, "", 0, nullptr, 0, nullptr));
    check(nameless.status() == HLSL2SPIRV_BAD_CALL && !nameless.log().empty(), "a name is wanted");
    hlsl2spirv::Result listless(hlsl2spirv_compile("a", "", 0, nullptr, 3, nullptr));
    check(listless.status() == HLSL2SPIRV_BAD_CALL, "arguments are wanted where some are counted");
    const char *bad = "\xff";
    hlsl2spirv::Result encoded(hlsl2spirv_compile("a", "", 0, &bad, 1, nullptr));
    check(encoded.status() == HLSL2SPIRV_BAD_CALL, "arguments are UTF-8");
    hlsl2spirv::Result grid(hlsl2spirv_run(nullptr, 0, "main", nullptr, 0, nullptr, 0, nullptr, 0));
    check(grid.status() == HLSL2SPIRV_BAD_CALL, "a grid is wanted");
    const uint32_t groups[3] = {1, 1, 1};
    hlsl2spirv::Result moduleless(hlsl2spirv_run(nullptr, 0, "main", nullptr, 0, nullptr, 0, groups, 0));
    check(moduleless.status() == HLSL2SPIRV_BAD_INPUT, "a module is wanted");
    hlsl2spirv::Result timeless(hlsl2spirv_run(nullptr, 0, "main", nullptr, 0, nullptr, 0, groups, -1));
    check(timeless.status() == HLSL2SPIRV_BAD_CALL, "a time is positive");
}

static void families() {
    const std::string source = "#include \"b.h\"\nRWStructuredBuffer<uint> b;\n[numthreads(1, 1, 1)] void main() {\n#ifdef A\nb[0] = A;\n#endif\n"
                               "#if B == 2\nx;\n#endif\nb[1] = N; }";
    const std::vector<std::string> arguments = {"-T", "cs_6_0"};
    auto find = [](std::string_view path) -> std::optional<std::string> {
        if (path == "b.h")
            return "#define N 2\n";
        return std::nullopt;
    };
    const hlsl2spirv::Family family("a.hlsl", source, arguments, {"A", "B"}, find);
    auto check_all = [&] {
        for (const char *a : {"", "1", "2"}) {
            for (const char *b : {"1", "2"}) {
                std::vector<std::string> defined = arguments;
                defined.push_back(std::string("-DB=") + b);
                std::optional<std::string> value;
                if (*a) {
                    value = a;
                    defined.push_back(std::string("-DA=") + a);
                }
                auto one = family.compile({value, b});
                auto alone = hlsl2spirv::compile("a.hlsl", source, defined, find);
                check(one.status() == alone.status() && one.words() == alone.words(), "a permutation is that of a single call");
                check(one.log() == alone.log() && one.dependencies() == alone.dependencies(), "and so is what it says");
            }
        }
    };
    std::thread first(check_all), second(check_all);
    first.join();
    second.join();
    auto fewer = family.compile({});
    check(bool(fewer) && fewer.words() != family.compile({"1", "1"}).words(), "switches without values are not defined");
    check(family.compile({"1", "1", "1"}).status() == HLSL2SPIRV_BAD_CALL, "values have switches");
    hlsl2spirv::Family wrong("a.hlsl", source, {"-nonsense"}, {});
    check(wrong.compile({}).status() == HLSL2SPIRV_BAD_CALL && !wrong.compile({}).log().empty(), "options exist");
    hlsl2spirv_family *nameless = hlsl2spirv_family_new(nullptr, "", 0, nullptr, 0, nullptr, 0, nullptr);
    hlsl2spirv::Result result(hlsl2spirv_family_compile(nameless, nullptr, 0));
    check(result.status() == HLSL2SPIRV_BAD_CALL, "a name is wanted");
    hlsl2spirv_family_free(nameless);
    hlsl2spirv_family_free(nullptr);
    check(hlsl2spirv::Result(hlsl2spirv_family_compile(nullptr, nullptr, 0)).status() == HLSL2SPIRV_BAD_CALL, "null is no family");
}

static void texts() {
    auto preprocessed = hlsl2spirv::compile("a.hlsl", "A B", {"-P", "-D", "A=1"});
    check(preprocessed && preprocessed.text().find("1 B") != std::string_view::npos, "-P gives text");
    auto found = hlsl2spirv::compile("dir/a.hlsl", "#include \"b.h\"\n[numthreads(N, 1, 1)] void main() {}", {"-T", "cs_6_0"},
                                     [](std::string_view path) -> std::optional<std::string> {
                                         if (path != "dir/b.h")
                                             return std::nullopt;
                                         return "#define N 2\n";
                                     });
    check(bool(found), "the callback finds files");
    auto dependencies = found.dependencies();
    check(dependencies.size() == 2 && dependencies[1] == "dir/b.h", "files are listed");
    check(found.reflection().find("\"entry_points\"") != std::string_view::npos, "there is a reflection");
    auto words = found.words();
    hlsl2spirv::Result text(hlsl2spirv_disassemble(words.data(), words.size()));
    check(text && text.text().find("OpEntryPoint GLCompute") != std::string_view::npos, "modules are written as text");
    hlsl2spirv::Result document(hlsl2spirv_reflect(words.data(), words.size()));
    check(document && document.text().front() == '{', "modules are described");
    hlsl2spirv::Result broken(hlsl2spirv_reflect(words.data(), 3));
    check(broken.status() == HLSL2SPIRV_BAD_INPUT && !broken.log().empty(), "broken modules are refused");
    auto missing = hlsl2spirv::compile("a.hlsl", "#include \"b.h\"\n", {"-T", "cs_6_0"});
    check(missing.status() == HLSL2SPIRV_BAD_INPUT, "without a callback no file is found");
    hlsl2spirv::Result file(hlsl2spirv_compile_file("/does/not/exist.hlsl", nullptr, 0));
    check(!file, "a file that is not there is refused");
}

static void threads() {
    std::vector<std::thread> all;
    std::vector<std::vector<uint32_t>> words(8);
    for (auto &one : words)
        all.emplace_back([&one] { one = hlsl2spirv::compile("a.hlsl", SHADER, {"-T", "cs_6_0"}).words(); });
    for (auto &one : all)
        one.join();
    for (auto &one : words)
        check(!one.empty() && one == words[0], "threads get the same words");
}

int main() {
    errors();
    nulls();
    families();
    texts();
    threads();
    if (failures == 0)
        std::printf("all hold\n");
    return failures != 0;
}
