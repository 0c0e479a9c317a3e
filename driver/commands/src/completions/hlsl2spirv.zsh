#compdef hlsl2spirv
# Completion for zsh: hlsl2spirv completions zsh > a folder of $fpath, as _hlsl2spirv
_hlsl2spirv() {
    local line
    local -a found joined options
    for line in ${(f)"$(${words[1]} completions zsh -- "${(@)words[2,CURRENT]}" 2> /dev/null)"}; do
        if [[ ${line%%:*} == *= ]]; then joined+=("$line"); else found+=("$line"); fi
    done
    if [[ ${words[CURRENT]} == -* ]]; then options=(-o); else _files; fi
    _describe $options 'candidate' joined -S '' -- found
}
if [[ ${funcstack[1]} == _hlsl2spirv ]]; then _hlsl2spirv "$@"; else compdef _hlsl2spirv hlsl2spirv; fi
