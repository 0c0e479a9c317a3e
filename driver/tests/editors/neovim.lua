-- A session in Neovim, with its own client: nvim --headless -l is newer than what distributions have, so it is sourced.
local server, folder = vim.env.HLSL2SPIRV, vim.env.FOLDER
local patience = 30000

local function fail(what)
  io.stderr:write(what .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, what)
  if not condition then fail(what) end
end

local function await(what, condition)
  check(vim.wait(patience, condition, 20), "waited in vain: " .. what)
end

local function go(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function messages(buffer)
  return #vim.diagnostic.get(buffer)
end

local function main()
  vim.o.hidden = true
  vim.o.swapfile = false
  local client = vim.lsp.start_client({ cmd = { server, "lsp" }, name = "hlsl2spirv", root_dir = folder })
  local function edit(name)
    vim.cmd("edit " .. folder .. "/" .. name)
    vim.lsp.buf_attach_client(0, client)
    return vim.api.nvim_get_current_buf()
  end
  local function ask(method, extra)
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, extra or {}), patience)
    local answer = answers and (answers[client] or answers[1])
    check(answer and not answer.error, method .. ": " .. vim.inspect(answers))
    return answer.result
  end

  local shader = edit("lit.ps.hlsl")
  await("the client starts", function() return vim.lsp.buf_get_clients(shader)[client] ~= nil end)
  await("messages", function() return messages(shader) == 1 end)

  -- The fix of the message.
  go(7, 2)
  local actions = ask("textDocument/codeAction", {
    range = { start = { line = 6, character = 0 }, ["end"] = { line = 6, character = 30 } },
    context = { diagnostics = {} },
  })
  check(#actions == 1, "one fix: " .. vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  await("no messages", function() return messages(shader) == 0 end)

  -- Hover, members, signatures.
  go(4, 18)
  check(vim.inspect(ask("textDocument/hover")):find("Light::power", 1, true), "hover")
  local list = ask("textDocument/completion")
  local names = {}
  for _, item in ipairs(list.items) do names[item.label] = true end
  check(names.position and names.power and not names.lerp, "members: " .. vim.inspect(names))

  -- Into the header and back.
  vim.lsp.buf.definition()
  await("the header", function() return vim.api.nvim_buf_get_name(0):find("lights.hlsli", 1, true) ~= nil end)
  local header = vim.api.nvim_get_current_buf()
  check(vim.api.nvim_win_get_cursor(0)[1] == 3, "the line of the field")
  vim.lsp.buf_attach_client(0, client)

  -- Another name, in both files.
  go(3, 9)
  vim.lsp.buf.rename("watts")
  await("the name in the header", function() return text():find("float watts;", 1, true) ~= nil end)
  vim.api.nvim_set_current_buf(shader)
  await("the name in the shader", function() return text():find("light.watts", 1, true) ~= nil end)
  check(messages(shader) == 0, "messages after the renaming")

  -- An unsaved header counts.
  vim.api.nvim_buf_set_lines(header, 2, 3, false, { "  float other;" })
  await("a message of the shader", function() return messages(shader) > 0 end)
  vim.api.nvim_buf_set_lines(header, 2, 3, false, { "  float watts;" })
  await("no message again", function() return messages(shader) == 0 end)

  -- Formatting.
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ async = false, timeout_ms = patience })
  else
    vim.lsp.buf.formatting_sync(nil, patience)
  end
  check(text():find("shade(lamp, n)", 1, true), "formatted: " .. text())

  vim.lsp.stop_client(client)
  vim.cmd("qall!")
end

local done, why = xpcall(main, debug.traceback)
if not done then fail(why) end
