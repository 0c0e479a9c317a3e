-- For Neovim 0.11: put this into lsp/ of your configuration, and say vim.lsp.enable("hlsl2spirv").
return {
  cmd = { "hlsl2spirv", "lsp" },
  filetypes = { "hlsl" },
  root_markers = { "hlsl2spirv.toml", "compile_commands.json", ".git" },
}
