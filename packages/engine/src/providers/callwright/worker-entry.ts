/** The entry of a worker thread beside the module at `from` (its `import.meta.url`). From source it runs through tsx. */
export function workerEntry(name: string, from: string): URL {
  if (from.endsWith(".js")) return new URL(`./${name}.js`, from);
  const tsx = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const worker = JSON.stringify(new URL(`./${name}.ts`, from).href);
  const script = `import { register } from ${tsx}; register(); await import(${worker});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
