-- What a user does in Neovim with a file, written as JSON to the file named by the environment.
local result = {}
local ok, problem = pcall(function()
  local function lines()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
  end
  local function at(word, inside)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      local column = line:find(word, 1, true)
      if column then
        vim.api.nvim_win_set_cursor(0, { number, column - 1 + (inside or 0) })
        return
      end
    end
  end
  local function ask(method, more)
    local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
    local answers = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
    local _, answer = next(answers)
    return answer and answer.result
  end

  vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  local found = vim.diagnostic.get(0)
  result.findings = vim.tbl_map(function(one) return one.code end, found)

  local context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, found[1].lnum) }
  at("couter")
  local actions = ask("textDocument/codeAction", { context = context, range = vim.lsp.util.make_range_params().range })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  vim.wait(30000, function() return #vim.diagnostic.get(0) == 0 end, 50)
  result.repaired = lines()

  at("counter")
  result.hover = ask("textDocument/hover").contents.value
  vim.lsp.buf.rename("amount")
  vim.wait(30000, function() return lines():find("amount", 1, true) ~= nil end, 50)
  result.renamed = lines()

  at("box!", 4)
  local list = ask("textDocument/completion")
  table.sort(list.items, function(one, other) return one.sortText < other.sortText end)
  vim.api.nvim_put({ list.items[1].label .. ", " }, "c", false, true)
  result.completed = lines()
end)
result.problem = not ok and tostring(problem) or nil
vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.RESULT)
vim.cmd("qall!")
