-- Penstock in Neovim 0.7 or newer.  In init.lua:   dofile("/path/to/penstock.lua")
-- Before that, `vim.g.penstock_command = { "/path/to/penstock", "lsp" }` names another command, and
-- `vim.g.penstock_options = { bounds = "never" }` what the server is told.

local languages = {
  pml = "promela",
  prom = "promela",
  promela = "promela",
  pr = "promela",
  apml = "promela-actors",
  pch = "promela-specification",
}

local group = vim.api.nvim_create_augroup("penstock", { clear = true })
local clients = {}

-- The directory of the project that a file belongs to, or its own.
local function root_of(file)
  local directory = vim.fn.fnamemodify(file, ":p:h")
  local project = vim.fn.findfile("penstock.toml", vim.fn.escape(directory, " ,") .. ";")
  return project ~= "" and vim.fn.fnamemodify(project, ":p:h") or directory
end

local function attached(client, buffer)
  vim.api.nvim_buf_set_option(buffer, "omnifunc", "v:lua.vim.lsp.omnifunc")
  local function map(keys, action)
    vim.keymap.set("n", keys, action, { buffer = buffer })
  end
  map("K", vim.lsp.buf.hover)
  map("gd", vim.lsp.buf.definition)
  map("gr", vim.lsp.buf.references)
  map("<leader>rn", vim.lsp.buf.rename)
  map("<leader>ca", vim.lsp.buf.code_action)
end

local function start(buffer)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  if not clients[root] then
    clients[root] = vim.lsp.start_client({
      name = "penstock",
      cmd = vim.g.penstock_command or { "penstock", "lsp" },
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      init_options = vim.g.penstock_options,
      get_language_id = function(_, filetype)
        return filetype
      end,
      on_attach = attached,
      on_exit = function()
        clients[root] = nil
      end,
    })
  end
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

-- Words of actor models; most are names where something else follows.
local actor_words = [[
  syntax keyword penstockWord actortype actor method create main var restrain
  syntax keyword penstockConstant this self nobody
  syntax match penstockWord /\<\%(enum\|function\|hot\|monitor\|network\|observes\|on\|state\|struct\|test\|with\|expects\)\>\ze\s\+\h/
  syntax match penstockWord /\<\%(defer\|ignore\)\>\ze\%(\s\+\h\|\s*(\)/
  syntax match penstockWord /\<after\>\ze\s*(/
  syntax match penstockWord /\<\%(entry\|exit\)\>\ze\s*{/
  syntax match penstockWord /\<stop\>\ze\s*\%($\|;\|->\|}\|\/\|::\)/
  highlight default link penstockWord Keyword
  highlight default link penstockConstant Constant
]]

for ending, language in pairs(languages) do
  vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    group = group,
    pattern = "*." .. ending,
    callback = function(event)
      vim.bo[event.buf].filetype = language
      vim.bo[event.buf].syntax = "promela"
      if language == "promela-actors" then
        vim.cmd(actor_words)
      end
      start(event.buf)
    end,
  })
end
