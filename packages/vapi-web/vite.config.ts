import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

/** A classic script has no `import.meta`. Its address is known while it runs first. The audio worklet, which is a module, gets a file beside it. */
const scriptAddress: Plugin = {
  name: "script-address",
  enforce: "post",
  transform(code, id) {
    if (!id.endsWith("/sound-worklet.ts")) return code.replaceAll("import.meta.url", "callwrightScript");
    const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
    const fileName = `vapi-web/sound-worklet-${hash}.js`;
    this.emitFile({ type: "asset", fileName, source: code });
    return code.replace("[import.meta.url]", `[new URL("${fileName}", callwrightScript).href]`);
  },
};

/**
 * `vapi-web.js`, one classic script at a stable address: a page calls its global as soon as it is loaded, so that nothing of it may come later. What
 * it fetches during a call, the files of noise cancellation and the audio worklet, is beside it in `vapi-web/`. It has no Daily: the rooms of the server that serves
 * it are direct.
 */
export default defineConfig({
  plugins: [scriptAddress],
  resolve: { conditions: ["callwright-source", "module", "browser", "production"] },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/script-tag/script-tag.ts",
      external: ["@daily-co/daily-js"],
      // What is left of `import.meta` is an argument of the bundler's own, which nothing reads.
      checks: { emptyImportMeta: false },
      output: {
        format: "iife",
        codeSplitting: false,
        intro: 'const callwrightScript = document.currentScript?.src ?? "";',
        entryFileNames: "vapi-web.js",
        assetFileNames: "vapi-web/[name]-[hash][extname]",
      },
    },
  },
  experimental: {
    // Relative to the script.
    renderBuiltUrl: (file) => file,
  },
});
