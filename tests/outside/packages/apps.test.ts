import { cp } from "node:fs/promises";
import path from "node:path";
import type { Assistant, OfferedPackage } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccount } from "../../harness/open-dashboard.ts";
import { type PlatformUser, signUp } from "../../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { speechFile } from "../../harness/speech.ts";
import { addFiles, type FreshAppOptions, freshApp, inApp } from "./harness/fresh-app.ts";
import { type RecordingRegistry, startRecordingRegistry } from "./harness/recording-registry.ts";
import { type Served, serveByProgram, serveFolder } from "./harness/served.ts";
import { inChromium, inFirefox, type Visit, type Visitors } from "./harness/visits.ts";

/** Fresh apps install the packages of a running server, are built by their own tools, and their pages call the agent. */

const CALL = "@callwright/call";
const REACT_18 = ["react@18.3.1", "react-dom@18.3.1"];
const REACT_19 = ["react@19.3.1", "react-dom@19.3.1"];
const VITE = ["vite@8.4.0", "@vitejs/plugin-react@6.3.0"];

let server: ServerProcess;
let registry: RecordingRegistry;
let offered: OfferedPackage[];
let visitors: { chromium: Visitors; firefox: Visitors };
/** What a page needs to call, as the part of its address after `#`. */
let callee: string;

beforeAll(async () => {
  [server, registry] = await Promise.all([startServerProcess({ env: { SIGN_UP: "open" } }), startRecordingRegistry()]);
  offered = (await (await fetch(`${server.url}/packages`)).json()) as OfferedPackage[];
  callee = await publicCallee(await signUp(server.url, newAccount()));
  const question = await speechFile({ text: "What are your opening hours?", voice: "slt", leadSeconds: 8, tailSeconds: 30 });
  const [chromium, firefox] = await Promise.all([inChromium(question), inFirefox()]);
  visitors = { chromium, firefox };
});
afterAll(async () => {
  await Promise.all([visitors?.chromium.close(), visitors?.firefox.close()]);
  registry?.close();
  await server?.stop();
});

async function publicCallee(user: PlatformUser): Promise<string> {
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const token = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shop" });
  return new URLSearchParams({ token: token.body.value, url: server.url, assistant: riley?.id ?? "" }).toString();
}

interface App extends FreshAppOptions {
  name: string;
  /** Builds the installed app, and serves it. */
  serve(folder: string): Promise<Served>;
  /** Whether the bundler finds the files of noise cancellation. Default: it does. */
  noise?: "rnnoise" | "none";
}

const builtByVite: Pick<App, "app" | "pages" | "ours"> = { app: "vite-react", pages: ["talk-button.jsx"], ours: [CALL] };

async function servedByVite(folder: string): Promise<Served> {
  await inApp(folder, "vite", "build", "--logLevel", "warn");
  return serveFolder(path.join(folder, "dist"));
}

async function builtByEsbuild(folder: string): Promise<void> {
  await inApp(
    folder,
    "esbuild",
    "talk-page.js",
    "--bundle",
    "--format=esm",
    "--splitting",
    "--outdir=dist",
    "--entry-names=page",
  );
  await cp(path.join(folder, "page.html"), path.join(folder, "dist", "page.html"));
}

const plainPage: Pick<App, "pages" | "ours"> = { pages: ["talk-page.js", "page.html"], ours: [CALL] };

const APPS: App[] = [
  { name: "Vite, React 18", ...builtByVite, packages: [...VITE, ...REACT_18], serve: servedByVite },
  { name: "Vite, React 19", ...builtByVite, packages: [...VITE, ...REACT_19], serve: servedByVite },
  {
    name: "Vite's development server",
    ...builtByVite,
    packages: [...VITE, ...REACT_19],
    serve: (folder) => serveByProgram(folder, "vite", "--host", "127.0.0.1", "--port", "0"),
  },
  {
    name: "Next, React 19, rendered on the server first",
    app: "next-react",
    pages: ["talk-button.jsx"],
    packages: ["next@16.4.6", ...REACT_19],
    ours: [CALL, "@callwright/widget"],
    serve: async (folder) => {
      await inApp(folder, "next", "build");
      return serveByProgram(folder, "next", "start", "--hostname", "127.0.0.1", "--port", "0");
    },
  },
  {
    name: "webpack",
    app: "webpack",
    ...plainPage,
    packages: ["webpack@5.113.0", "webpack-cli@7.3.1"],
    serve: async (folder) => {
      await inApp(folder, "webpack");
      await cp(path.join(folder, "page.html"), path.join(folder, "dist", "page.html"));
      return serveFolder(path.join(folder, "dist"), "page.html");
    },
  },
  {
    name: "esbuild",
    app: "esbuild",
    ...plainPage,
    packages: ["esbuild@0.28.2"],
    serve: async (folder) => {
      await builtByEsbuild(folder);
      return serveFolder(path.join(folder, "dist"), "page.html");
    },
    noise: "none",
  },
  {
    name: "esbuild, with the files of noise cancellation beside the script",
    app: "esbuild",
    ...plainPage,
    packages: ["esbuild@0.28.2"],
    serve: async (folder) => {
      await builtByEsbuild(folder);
      const files = path.join(folder, "node_modules", CALL, "dist", "files");
      await cp(files, path.join(folder, "dist", "files"), { recursive: true });
      return serveFolder(path.join(folder, "dist"), "page.html");
    },
  },
];

/** A call from its start to its end: the agent speaks, understands a question and answers it. */
async function talk(visit: Visit, { speaks }: Visitors, noise: "rnnoise" | "none"): Promise<void> {
  await visit.press("talk");
  await expect.poll(() => visit.text("phase")).toBe("in-call");
  await expect.poll(() => visit.text("captions")).toMatch(/assistant: \S+/);
  await expect.poll(() => visit.text("noise")).toBe(noise);
  if (speaks) await expect.poll(() => visit.text("captions")).toMatch(/user: [^:]*hours/i);
  else await visit.press("ask");
  await expect.poll(() => visit.text("captions")).toMatch(/assistant:.*assistant:.*(open|Monday|o'clock)/is);
  await visit.press("stop");
  await expect.poll(() => visit.text("phase")).toBe("ended");
  expect(await visit.text("problem")).toBe("");
  const aboutNoise = visit.warnings.filter((line) => line.startsWith("Callwright:"));
  expect(aboutNoise).toHaveLength(noise === "none" ? 1 : 0);
  expect(visit.errors).toEqual([]);
}

describe.each(APPS)("$name", ({ serve, noise = "rnnoise", ...app }) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(await freshApp(app, { offered, registry }));
  });
  afterAll(() => served?.close());

  test.each(["chromium", "firefox"] as const)("its page calls the agent in %s", async (name) => {
    const visit = await visitors[name].visit(`${served.url}#${callee}`);
    await talk(visit, visitors[name], noise);
    await visit.leave();
  });
});

describe("a page without a bundler", () => {
  const modules = () => offered.find(({ name }) => name === CALL)?.modules ?? {};
  const pageOf = (head: string, from: string) => `<!doctype html><title>A shop</title>${head}<script type="module">
    import CallwrightCall from "${from}";
    const { token, url, assistant } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    document.body.innerHTML = '<button id="talk">Talk</button><output id="phase"></output><output id="noise"></output>';
    const call = new CallwrightCall(token, url);
    call.on("call-start", () => { document.getElementById("phase").textContent = "in-call"; });
    call.on("call-start-progress", ({ stage, status, metadata }) => {
      if (stage === "audio-processing-setup" && status === "completed")
        document.getElementById("noise").textContent = metadata.noiseCancellation;
    });
    document.getElementById("talk").onclick = () => call.start(assistant);
  </script>`;

  test.each([
    ["an import map", () => pageOf(`<script type="importmap">${JSON.stringify({ imports: modules() })}</script>`, CALL)],
    ["a script tag", () => pageOf("", modules()[CALL] ?? "")],
  ])("calls with %s", async (_, page) => {
    const folder = await freshApp({ packages: [], ours: [] }, { offered, registry });
    await addFiles(folder, { "index.html": page() });
    const served = await serveFolder(folder);
    const visit = await visitors.chromium.visit(`${served.url}#${callee}`);
    await visit.press("talk");
    await expect.poll(() => visit.text("phase")).toBe("in-call");
    await expect.poll(() => visit.text("noise")).toBe("rnnoise");
    expect(visit.errors).toEqual([]);
    await visit.leave();
    await served.close();
  });
});

test("no registry was asked for a package of ours, and it was asked for those of others", () => {
  expect(registry.asked.filter((asked) => asked.includes("@callwright"))).toEqual([]);
  expect(registry.asked.filter((asked) => asked.includes("daily-js")).length).toBeGreaterThan(0);
});
