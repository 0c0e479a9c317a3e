// hlsl2spirv for C++17: the interface of hlsl2spirv.h with destructors and containers.
#ifndef HLSL2SPIRV_HPP
#define HLSL2SPIRV_HPP

#include "hlsl2spirv.h"

#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
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

// A shader with switches, whose permutations share their work, on any number of threads. `includes` gives the same texts each time;
// it is called by one thread at a time. An exception must not leave it.
class Family {
public:
    Family(const std::string &name, std::string_view source, const std::vector<std::string> &arguments,
           const std::vector<std::string> &switches, Includes includes = nullptr)
        : loader_(new Loader{std::move(includes), {}, {}}), raw_(nullptr, hlsl2spirv_family_free) {
        std::vector<const char *> words, names;
        for (const std::string &argument : arguments)
            words.push_back(argument.c_str());
        for (const std::string &name : switches)
            names.push_back(name.c_str());
        hlsl2spirv_includes handler{loader_.get(), Loader::load, nullptr};
        raw_.reset(hlsl2spirv_family_new(name.c_str(), source.data(), source.size(), words.data(), words.size(), names.data(),
                                         names.size(), loader_->find ? &handler : nullptr));
    }

    // Compiles a permutation: a value for each switch, or none where it is not defined.
    Result compile(const std::vector<std::optional<std::string>> &values) const {
        std::vector<const char *> raw;
        for (const std::optional<std::string> &value : values)
            raw.push_back(value ? value->c_str() : nullptr);
        return Result(hlsl2spirv_family_compile(raw_.get(), raw.data(), raw.size()));
    }

private:
    struct Loader {
        Includes find;
        std::mutex lock;
        std::unordered_map<std::string, std::optional<std::string>> texts;

        static const char *load(void *context, const char *path, size_t *size) noexcept {
            auto &self = *static_cast<Loader *>(context);
            std::lock_guard<std::mutex> guard(self.lock);
            auto known = self.texts.find(path);
            if (known == self.texts.end())
                known = self.texts.emplace(path, self.find(path)).first;
            if (!known->second)
                return nullptr;
            *size = known->second->size();
            return known->second->c_str();
        }
    };

    std::unique_ptr<Loader> loader_;
    std::unique_ptr<hlsl2spirv_family, void (*)(hlsl2spirv_family *)> raw_;
};

} // namespace hlsl2spirv

#endif
