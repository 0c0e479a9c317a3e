# Completion for bash: hlsl2spirv completions bash > ~/.local/share/bash-completion/completions/hlsl2spirv
_hlsl2spirv() {
    local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n' word words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=${words[-1]}
    IFS=$'\n'
    COMPREPLY=($("${COMP_WORDS[0]}" completions bash -- "${words[@]:1}" 2> /dev/null))
    if [[ $word != -* ]]; then
        compopt -o filenames
        COMPREPLY+=($(compgen -f -- "$word"))
    elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
    # The shell itself has split the word at = and :, and wants what stands behind the last one.
    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*[=:]}"}"}")
}
complete -o default -F _hlsl2spirv hlsl2spirv
