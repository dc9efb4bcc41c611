;;; penstock.el --- Promela with Eglot and Penstock  -*- lexical-binding: t -*-

;; For Emacs 28 with Eglot, or newer.  In the init file:
;;   (load "/path/to/penstock.el")
;; `penstock-command' names another command, `penstock-options' what the server is told.

;;; Code:

(require 'eglot)

(defgroup penstock nil "Promela with Penstock." :group 'languages)

(defcustom penstock-command '("penstock" "lsp")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom penstock-options nil
  "What the server is told when it starts, such as (:bounds \"never\")."
  :type 'plist)

(defvar promela-keywords
  '("active" "assert" "atomic" "bit" "bool" "break" "byte" "chan" "d_step" "do" "else" "fi" "for" "goto" "hidden" "if"
    "init" "inline" "int" "ltl" "mtype" "never" "od" "of" "pid" "printf" "proctype" "run" "select" "short" "skip"
    "timeout" "typedef" "unless" "unsigned" "actortype" "method" "main" "create" "actor" "restrain")
  "Words that are painted as keywords.")

(define-derived-mode promela-mode prog-mode "Promela"
  "A mode for models in Promela."
  (modify-syntax-entry ?_ "w")
  (modify-syntax-entry ?/ ". 124b")
  (modify-syntax-entry ?* ". 23")
  (modify-syntax-entry ?\n "> b")
  (setq-local comment-start "/* ")
  (setq-local comment-end " */")
  (setq-local font-lock-defaults (list (list (regexp-opt promela-keywords 'words)))))

(defvar promela-actors-keywords
  `((,(concat "\\_<\\(enum\\|function\\|hot\\|monitor\\|network\\|observes\\|on\\|state\\|struct\\|test\\|with\\|expects\\)"
              "\\_>[ \t]+[A-Za-z_]")
     1 font-lock-keyword-face)
    ("\\_<\\(defer\\|ignore\\)\\_>\\([ \t]+[A-Za-z_]\\|[ \t]*(\\)" 1 font-lock-keyword-face)
    ("\\_<\\(after\\)\\_>[ \t]*(" 1 font-lock-keyword-face)
    ("\\_<\\(entry\\|exit\\)\\_>[ \t]*{" 1 font-lock-keyword-face)
    ("\\_<\\(stop\\)\\_>[ \t]*\\($\\|;\\|->\\|}\\|/\\|::\\)" 1 font-lock-keyword-face)
    ("\\_<\\(nobody\\|self\\|this\\)\\_>" 1 font-lock-constant-face)
    ("\\_<var\\_>" . font-lock-keyword-face))
  "Words of actor models; most are names where something else follows.")

(define-derived-mode promela-actors-mode promela-mode "Actors"
  "A mode for actor models."
  (font-lock-add-keywords nil promela-actors-keywords))

(define-derived-mode promela-specification-mode promela-mode "Specification"
  "A mode for specifications: a model and a program in one text.")

(add-to-list 'auto-mode-alist '("\\.\\(?:pml\\|prom\\|promela\\|pr\\)\\'" . promela-mode))
(add-to-list 'auto-mode-alist '("\\.apml\\'" . promela-actors-mode))
(add-to-list 'auto-mode-alist '("\\.pch\\'" . promela-specification-mode))

(defun penstock-contact (&optional _interactive)
  "The server as Eglot wants it."
  (append penstock-command (list :initializationOptions (or penstock-options (make-hash-table)))))

(add-to-list 'eglot-server-programs
             '((promela-mode promela-actors-mode promela-specification-mode) . penstock-contact))

(add-hook 'promela-mode-hook #'eglot-ensure)

(provide 'penstock)
;;; penstock.el ends here
