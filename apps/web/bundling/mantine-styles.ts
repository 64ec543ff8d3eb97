import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const LIST = "src/kit/theme/mantine.css";
const STYLES = join(dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css")), "styles");

/** Fails a build whose scripts contain a Mantine component while its styles contain no rules for it. */
export const mantineStyles: Plugin = {
  name: "mantine-styles",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle: {
    // The bundler adds the styles in this hook.
    order: "post",
    handler(_options, bundle) {
      const files = Object.values(bundle);
      const used = classesOf(files.map((file) => (file.type === "chunk" ? file.code : "")).join("\n"));
      const styled = classesOf(files.map((file) => (file.type === "asset" ? String(file.source) : "")).join("\n"));
      const missing = readdirSync(STYLES).filter(
        (file) => !file.endsWith(".layer.css") && lacks(classesOf(readFileSync(join(STYLES, file), "utf8")), used, styled),
      );
      if (missing.length > 0)
        this.error(`Import these styles in ${LIST}: ${missing.map((file) => `@mantine/core/styles/${file}`).join(", ")}.`);
    },
  },
};

const classesOf = (text: string): ReadonlySet<string> => new Set(text.match(/\bm_[0-9a-z]{4,}\b/g));

const lacks = (classes: ReadonlySet<string>, used: ReadonlySet<string>, styled: ReadonlySet<string>) =>
  [...classes].some((name) => used.has(name) && !styled.has(name));
