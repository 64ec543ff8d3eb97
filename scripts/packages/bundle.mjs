/** The code of an offered package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";
import { isForeign, packageOf } from "./manifest.mjs";

/** `new URL("@scope/package/file.wasm?no-inline", import.meta.url)` */
const FOREIGN_FILE = /new URL\(\s*"([^."][^"?]*)(?:\?[^"]*)?",\s*import\.meta\.url\s*\)/g;

/** Of a module that the audio thread loads by its address, too. */
const OWN_ADDRESS = /(workletUrls = [^\n]*=> \[)(import\.meta\.url\])/;

/**
 * Files of other packages, such as the noise suppressor's, lie beside the module that loads them, with the licence of their package: every bundler
 * and every browser finds `./files/rnnoise.wasm`, and few of them the file of a package. The code that runs them is bundled with them. Our own
 * audio worklet lies there, too: webpack gives a module no address, and other bundlers join modules.
 */
function filesBesideModules() {
  const bundled = new Set();
  return {
    bundled,
    plugin: {
      name: "files-beside-modules",
      async transform(code, id) {
        if (!code.includes("import.meta.url") || !path.isAbsolute(id) || id.includes("node_modules")) return null;
        const require = createRequire(id);
        if (OWN_ADDRESS.test(code)) {
          const fileName = `files/${path.basename(id, ".ts")}.js`;
          this.emitFile({ type: "asset", fileName, source: await compiled(id) });
          return code.replace(OWN_ADDRESS, `$1new URL("./${fileName}", import.meta.url).href, $2`);
        }
        return code.replace(FOREIGN_FILE, (_, specifier) => {
          const name = packageOf(specifier);
          const fileName = `files/${path.posix.basename(specifier)}`;
          this.emitFile({ type: "asset", fileName, source: readForeign(require.resolve(specifier)) });
          const licence = `files/LICENSE-${name.replace("@", "").replace("/", "-")}`;
          if (!bundled.has(name))
            this.emitFile({ type: "asset", fileName: licence, source: readFileSync(licenceOf(require, name)) });
          bundled.add(name);
          return `new URL("./${fileName}", import.meta.url)`;
        });
      },
    },
  };
}

/**
 * Next 14 minifies scripts that lie beside modules as if they were no modules. Nothing that runs in them needs their address: in the noise
 * suppressor's, it is the base of a file that its caller passes to it as bytes.
 */
const withoutAddress = (code) => code.replaceAll("import.meta.url", '"https://files.invalid/"');

/** A module that imports nothing, as a script of its own. */
async function compiled(id) {
  const withoutAddresses = { name: "without-addresses", transform: withoutAddress };
  const build = await rolldown({ input: id, transform: { target: "es2022" }, plugins: [withoutAddresses] });
  const { output } = await build.generate({ format: "iife", name: "callwrightFile", minify: true });
  await build.close();
  return output[0].code;
}

function readForeign(file) {
  const bytes = readFileSync(file);
  return file.endsWith(".js") ? withoutAddress(bytes.toString()) : bytes;
}

function licenceOf(require, name) {
  const folders = require.resolve.paths(name).map((folder) => path.join(folder, name, "LICENSE"));
  const found = folders.find((file) => {
    try {
      return readFileSync(file).length > 0;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`${name} has no file LICENSE, which its files must be passed on with.`);
  return found;
}

/**
 * Bundles modules from source. `browser`: everything but peers is in it, minified, as pages without a bundler need it. Other platforms: packages of
 * others stay imports, and `imports` has them. All modules lie side by side, so that relative addresses hold in each.
 */
export async function bundle({ input, platform, peers, folder }) {
  const isForPages = platform === "browser";
  const { bundled, plugin } = filesBesideModules();
  const isExternal = (specifier) => {
    if (!isForeign(specifier)) return false;
    const name = packageOf(specifier);
    // A module has been read when its imports are resolved.
    return isForPages ? peers.includes(name) : !bundled.has(name);
  };
  const build = await rolldown({
    input,
    platform,
    external: isExternal,
    plugins: [plugin],
    resolve: { conditionNames: ["callwright-source", "import", "module", "browser", "production", "default"] },
    transform: { target: "es2022", ...(isForPages && { define: { "process.env.NODE_ENV": '"production"' } }) },
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: isForPages,
  });
  await build.close();
  const chunks = output.filter(({ type }) => type === "chunk");
  const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]).filter(isForeign);
  return { imports: new Set(imports.filter((each) => !chunks.some(({ fileName }) => fileName === each))) };
}
