// hlsl2spirv for C++17: the interface of hlsl2spirv.h with destructors and containers.
#ifndef HLSL2SPIRV_HPP
#define HLSL2SPIRV_HPP

#include "hlsl2spirv.h"

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hlsl2spirv {

// The text of an included file, by its path.
using Includes = std::function<std::optional<std::string>(std::string_view)>;

// What a call has made.
class Result {
public:
    explicit Result(hlsl2spirv_result *raw) : raw_(raw, hlsl2spirv_result_free) {}

    hlsl2spirv_status status() const { return hlsl2spirv_result_status(raw_.get()); }
    explicit operator bool() const { return status() == HLSL2SPIRV_OK; }

    // The module.
    std::vector<uint32_t> words() const {
        size_t count = 0;
        const uint32_t *words = hlsl2spirv_result_words(raw_.get(), &count);
        return std::vector<uint32_t>(words, words + count);
    }

    std::string_view text() const { return hlsl2spirv_result_text(raw_.get()); }
    std::string_view log() const { return hlsl2spirv_result_log(raw_.get()); }
    std::string_view reflection() const { return hlsl2spirv_result_reflection(raw_.get()); }

    // The texts in a message are good as long as the result is.
    std::vector<hlsl2spirv_message> messages() const {
        std::vector<hlsl2spirv_message> all(hlsl2spirv_result_message_count(raw_.get()));
        for (size_t at = 0; at < all.size(); ++at)
            hlsl2spirv_result_message(raw_.get(), at, &all[at]);
        return all;
    }

    std::vector<std::string> dependencies() const {
        std::vector<std::string> all;
        for (size_t at = 0; at < hlsl2spirv_result_dependency_count(raw_.get()); ++at)
            all.emplace_back(hlsl2spirv_result_dependency(raw_.get(), at));
        return all;
    }

private:
    std::unique_ptr<hlsl2spirv_result, void (*)(hlsl2spirv_result *)> raw_;
};

// Compiles a text. An exception must not leave `includes`.
inline Result compile(const std::string &name, std::string_view source, const std::vector<std::string> &arguments,
                      const Includes &includes = nullptr) {
    std::vector<const char *> raw;
    for (const std::string &argument : arguments)
        raw.push_back(argument.c_str());
    struct Loader {
        const Includes &find;
        std::unordered_map<std::string, std::string> texts;
    } loader{includes, {}};
    auto load = [](void *context, const char *path, size_t *size) noexcept -> const char * {
        auto &self = *static_cast<Loader *>(context);
        std::optional<std::string> found = self.find(path);
        if (!found)
            return nullptr;
        std::string &kept = self.texts[path] = std::move(*found);
        *size = kept.size();
        return kept.c_str();
    };
    hlsl2spirv_includes handler{&loader, load, nullptr};
    return Result(hlsl2spirv_compile(name.c_str(), source.data(), source.size(), raw.data(), raw.size(),
                                     includes ? &handler : nullptr));
}

} // namespace hlsl2spirv

#endif
