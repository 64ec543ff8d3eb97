import { defineConfig } from "vite";

/**
 * One module at a stable address, `widget.js`, and beside it, in `widget/`, the files that are loaded only when needed. All files are found relative
 * to the module itself, so that it works in a page of another origin.
 */
export default defineConfig({
  base: "./",
  resolve: { conditions: ["callwright-source", "module", "browser", "production"] },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/index.ts",
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "widget.js",
        chunkFileNames: "widget/[name]-[hash].js",
        assetFileNames: "widget/[name]-[hash][extname]",
      },
    },
  },
});
