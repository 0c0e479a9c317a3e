-- For nvim-dap: put this behind require("dap"). It debugs the shader of the buffer, or a job file.
local dap = require("dap")

dap.adapters.hlsl2spirv = { type = "executable", command = "hlsl2spirv", args = { "debug" } }

dap.configurations.hlsl = {
  {
    type = "hlsl2spirv",
    request = "launch",
    name = "A job file",
    job = function()
      return vim.fn.input("Job file: ", vim.fn.getcwd() .. "/", "file")
    end,
  },
  {
    type = "hlsl2spirv",
    request = "launch",
    name = "This shader, without bindings",
    program = "${file}",
    stopOnEntry = true,
  },
}
