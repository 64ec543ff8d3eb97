import { ownProgram } from "./own-program.ts";

/** The entry of a worker thread beside the module at `from` (its `import.meta.url`). */
export function workerEntry(name: string, from: string): URL {
  const { url } = ownProgram(new URL(`./${name}.js`, from));
  if (url.href.endsWith(".js")) return url;
  const tsx = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const worker = JSON.stringify(url.href);
  const script = `import { register } from ${tsx}; register(); await import(${worker});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
