# Completion for fish: hlsl2spirv completions fish > ~/.config/fish/completions/hlsl2spirv.fish
complete -c hlsl2spirv -a '(hlsl2spirv completions fish -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'
