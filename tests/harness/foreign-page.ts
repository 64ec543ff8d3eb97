import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

interface Options {
  /** The page's own module, bundled from source with all it imports. */
  script: string;
  /** HTML of the body, before the script. Default: empty. */
  body?: string;
  /** Content-Security-Policy of the page. Default: none. */
  policy?: string;
}

/** A foreign web page: plain HTML with a script, on its own origin, as a user of the SDK has it. */
export interface ForeignPage {
  url: string;
  close(): Promise<void>;
}

export async function serveForeignPage({ script, body = "", policy }: Options): Promise<ForeignPage> {
  const files = await bundle(script);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title></head><body>${body}<script type="module" src="/page.js"></script></body></html>`;
  files.set("/", Buffer.from(html));
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://page");
    const file = files.get(pathname);
    response.setHeader("Content-Type", contentType(pathname));
    if (policy) response.setHeader("Content-Security-Policy", policy);
    response.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function contentType(pathname: string): string {
  if (pathname.endsWith(".js")) return "text/javascript";
  return pathname.endsWith(".wasm") ? "application/wasm" : "text/html";
}

/** Files by path, with `/page.js` first. */
async function bundle(script: string): Promise<Map<string, Buffer>> {
  // Inside the repository, so that a bare import finds what is installed here.
  const folder = await mkdtemp(path.join(path.dirname(fileURLToPath(import.meta.url)), "page-"));
  try {
    const entry = path.join(folder, "page.tsx");
    await writeFile(entry, script);
    const built = await build({
      root: folder,
      logLevel: "silent",
      configFile: false,
      resolve: { conditions: ["callwright-source", "module", "browser"] },
      build: {
        write: false,
        minify: false,
        target: "es2022",
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: entry, output: { entryFileNames: "page.js" } },
      },
    });
    if (Array.isArray(built) || !("output" in built)) throw new Error("The bundler answered something else than one build.");
    return new Map(
      built.output.map((file) => [`/${file.fileName}`, Buffer.from(file.type === "chunk" ? file.code : file.source)]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
