import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import type { Assistant, OfferedPackage } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccount } from "../../harness/open-dashboard.ts";
import { signUp } from "../../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { silenceFile } from "../../harness/speech.ts";
import { run } from "../run.ts";
import { addFiles, addressOf, freshApp, inApp } from "./harness/fresh-app.ts";
import { type RecordingRegistry, startRecordingRegistry } from "./harness/recording-registry.ts";
import { type Served, serveFolder } from "./harness/served.ts";
import { inChromium, inFirefox, type Visit, type Visitors } from "./harness/visits.ts";

/** An app that is written for the official SDK calls our agent, unchanged: by an alias of its bundler, or with our package under the official name. */

const OURS = "@callwright/vapi-web";
const OFFICIAL = "@vapi-ai/web";
const VITE = "vite@8.4.0";
const WEBPACK = ["webpack@5.113.0", "webpack-cli@7.3.1"];

let server: ServerProcess;
let registry: RecordingRegistry;
let offered: OfferedPackage[];
let visitors: { chromium: Visitors; firefox: Visitors };
let callee: string;

beforeAll(async () => {
  [server, registry] = await Promise.all([startServerProcess({ env: { SIGN_UP: "open" } }), startRecordingRegistry()]);
  offered = (await (await fetch(`${server.url}/packages`)).json()) as OfferedPackage[];
  const user = await signUp(server.url, newAccount());
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const token = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shop" });
  callee = new URLSearchParams({ token: token.body.value, assistant: riley?.id ?? "" }).toString();
  const [chromium, firefox] = await Promise.all([inChromium(await silenceFile(60)), inFirefox()]);
  visitors = { chromium, firefox };
});
afterAll(async () => {
  await Promise.all([visitors?.chromium.close(), visitors?.firefox.close()]);
  registry?.close();
  await server?.stop();
});

const installed = (packages: string[], ours: string[]) =>
  freshApp({ app: "official", pages: ["official-page.js", "page.html"], packages, ours }, { offered, registry });

/** Builds the app with the server's address in its environment. */
const builtWith = (folder: string, program: string, ...args: string[]) =>
  run(path.join(folder, "node_modules", ".bin", program), args, {
    cwd: folder,
    env: { NODE_ENV: "production", CALLWRIGHT_URL: server.url },
  });

/** Our package as `npm install` takes it under another name. */
const underOfficialName = () => `${OFFICIAL}@${addressOf(OURS, offered)}`;

const APPS: { name: string; serve(): Promise<Served> }[] = [
  {
    name: "Vite, by an alias",
    serve: async () => {
      const folder = await installed([VITE, `${OFFICIAL}@2.7.1`], [OURS]);
      await builtWith(folder, "vite", "build", "--logLevel", "warn");
      return serveFolder(path.join(folder, "dist"));
    },
  },
  {
    name: "webpack, by an alias",
    serve: async () => {
      const folder = await installed([...WEBPACK, `${OFFICIAL}@2.7.1`], [OURS]);
      await builtWith(folder, "webpack");
      await cp(path.join(folder, "page.html"), path.join(folder, "dist", "page.html"));
      return serveFolder(path.join(folder, "dist"), "page.html");
    },
  },
  {
    name: "any bundler, with our package under the official name",
    serve: async () => {
      const folder = await installed([VITE, underOfficialName()], []);
      const page = await readFile(path.join(folder, "index.html"), "utf8");
      const line = `<script>CALLWRIGHT_URL = ${JSON.stringify(server.url)}</script>`;
      await addFiles(folder, { "index.html": page.replace("<body>", `<body>${line}`) });
      await inApp(folder, "vite", "build", "--logLevel", "warn");
      return serveFolder(path.join(folder, "dist"));
    },
  },
];

async function talk(visit: Visit): Promise<void> {
  await visit.press("talk");
  await expect.poll(() => visit.text("phase")).toBe("in-call");
  await expect.poll(() => visit.text("captions")).toMatch(/assistant: \S+/);
  await expect.poll(() => visit.text("noise")).toBe("rnnoise");
  await visit.press("ask");
  await expect.poll(() => visit.text("captions")).toMatch(/assistant:.*assistant:.*(open|Monday|o'clock)/is);
  await visit.press("stop");
  await expect.poll(() => visit.text("phase")).toBe("ended");
  expect(await visit.text("problem")).toBe("");
  expect(visit.errors).toEqual([]);
}

describe.each(APPS)("$name", ({ serve }) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served?.close());

  test.each(["chromium", "firefox"] as const)("its page calls the agent in %s", async (name) => {
    const visit = await visitors[name].visit(`${served.url}#${callee}`);
    await talk(visit);
    await visit.leave();
  });
});

test.each([
  ["bundler", "esnext"],
  ["node16", "node16"],
])("its types are found under the official name, with moduleResolution %s", async (moduleResolution, module) => {
  const folder = await installed(["typescript@5.9.3", underOfficialName()], []);
  await cp(path.join(import.meta.dirname, "official", "app.ts"), path.join(folder, "app.ts"));
  await addFiles(folder, {
    "api.ts": `import type { AssistantOverrides, CreateAssistantDTO } from "@vapi-ai/web/dist/api";
export const assistant: CreateAssistantDTO = { name: "Mary", firstMessage: "Hello" };
export const overrides: AssistantOverrides = { variableValues: { name: "Ada" } };`,
  });
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--skipLibCheck", "false"];
  const resolution = ["--module", module, "--moduleResolution", moduleResolution];
  expect(await inApp(folder, "tsc", ...options, ...resolution, "app.ts", "api.ts")).toBe("");
});
