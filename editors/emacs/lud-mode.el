;;; lud-mode.el --- Games in ludemes, with Ludarium's language server -*- lexical-binding: t -*-
;; Emacs 29 has Eglot inside; before that it is a package. Put (load "…/lud-mode.el") into your init file.

(define-derived-mode lud-mode prog-mode "Ludemes"
  "Games written in ludemes."
  (modify-syntax-entry ?/ ". 12" lud-mode-syntax-table)
  (modify-syntax-entry ?\n ">" lud-mode-syntax-table)
  (modify-syntax-entry ?{ "(}" lud-mode-syntax-table)
  (modify-syntax-entry ?} "){" lud-mode-syntax-table)
  (setq-local comment-start "// ")
  (setq-local indent-tabs-mode nil))
(add-to-list 'auto-mode-alist '("\\.lud\\(ef\\)?\\'" . lud-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(lud-mode . ("ludarium" "lsp"))))
(add-hook 'lud-mode-hook #'eglot-ensure)

(provide (quote lud-mode))
;;; lud-mode.el ends here
