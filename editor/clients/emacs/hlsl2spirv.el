;;; hlsl2spirv.el --- HLSL in Emacs -*- lexical-binding: t -*-

;; Load this, or put it into your configuration. Emacs 29 has eglot; older ones get it from ELPA.

(define-derived-mode hlsl-mode c++-mode "HLSL"
  "A mode for HLSL: that of C++, with the language server of hlsl2spirv.")

(add-to-list 'auto-mode-alist '("\\.\\(hlsl\\|hlsli\\|fx\\|fxh\\)\\'" . hlsl-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(hlsl-mode . ("hlsl2spirv" "lsp"))))

(add-hook 'hlsl-mode-hook 'eglot-ensure)

(provide 'hlsl2spirv)
;;; hlsl2spirv.el ends here
