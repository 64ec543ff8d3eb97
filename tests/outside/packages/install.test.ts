import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { OfferedPackage } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../apps/server/src/testing/start-test-server.ts";
import { run } from "../run.ts";
import { addFiles, freshApp, inApp } from "./harness/fresh-app.ts";
import { type RecordingRegistry, startRecordingRegistry } from "./harness/recording-registry.ts";

/** What is in the packages of a server, and what compilers, Node and npm make of them. */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const NAMES = ["@callwright/call", "@callwright/client", "@callwright/widget", "@callwright/cli", "@callwright/vapi-web"];

let server: TestServer;
let registry: RecordingRegistry;
let offered: OfferedPackage[];
let folder: string;

beforeAll(async () => {
  [server, registry] = await Promise.all([startTestServer(), startRecordingRegistry()]);
  offered = (await (await fetch(`${server.url}/packages`)).json()) as OfferedPackage[];
  const others = ["typescript@5.9.3", "react@18.3.1", "@types/react@18.3.32"];
  folder = await freshApp({ packages: others, ours: NAMES }, { offered, registry });
});
afterAll(async () => {
  registry?.close();
  await server?.close();
});

const manifestOf = async (name: string) =>
  JSON.parse(await readFile(path.join(folder, "node_modules", name, "package.json"), "utf8")) as {
    version: string;
    dependencies: Record<string, string>;
  };

test("npm installs them by their addresses, and finds the bytes that the list says", async () => {
  const lock = JSON.parse(await readFile(path.join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity: string; version: string }>;
  };
  for (const { name, integrity, version } of offered)
    expect([name, lock.packages[`node_modules/${name}`]]).toMatchObject([name, { integrity, version }]);
  expect(registry.asked.filter((asked) => asked.includes("@callwright"))).toEqual([]);
});

test.each(NAMES)("%s names no package of ours", async (name) => {
  const { dependencies, version } = await manifestOf(name);
  expect(Object.keys(dependencies).filter((each) => each.startsWith("@callwright/"))).toEqual([]);
  expect(version).toMatch(/^\d+\.\d+\.0-b[0-9a-f]{9}$/);
  const files = await readdir(path.join(folder, "node_modules", name), { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => /\.(js|d\.ts)$/.test(each.name))) {
    const text = await readFile(path.join(file.parentPath, file.name), "utf8");
    const imports = [...text.matchAll(/^\s*(?:import|export)\b[^"'\n]*\bfrom\s*"(@callwright\/[^"]+)"/gm)].map(
      ([, from]) => from,
    );
    expect([file.name, imports]).toEqual([file.name, []]);
  }
});

const USE = `
import CallwrightCall, { CallwrightCall as Named, type CallEvents, reduceTranscript } from "@callwright/call";
import { safeAudioOptions } from "@callwright/call/audio-options";
import { useCall } from "@callwright/call/react";
import { createClient, type Client } from "@callwright/client";
import { type CallwrightWidget, type WidgetEventMap } from "@callwright/widget";
import { WIDGET_OPTIONS } from "@callwright/widget/options";

export const same: typeof Named = CallwrightCall;
export const call = new CallwrightCall("token", "https://voice.example.com");
call.on("message", (message) => {
  if (message.type === "transcript") console.log(message.role, message.transcript);
  // @ts-expect-error No message has this type.
  if (message.type === "nothing") return;
});
export const client: Client = createClient({ baseUrl: "https://voice.example.com", token: "token" });
export const names: Promise<(string | undefined)[]> = client.assistants.list().then((list) => list.map(({ name }) => name));
// @ts-expect-error There is no such route.
client.assistants.fly();
export const { phase } = useCall({ apiToken: "token" });
const widget = document.createElement("callwright-widget");
widget.addEventListener("state-change", ({ detail }) => console.log(detail.phase));
export const typed: CallwrightWidget = widget;
export type Events = [CallEvents, WidgetEventMap];
export { reduceTranscript, safeAudioOptions, WIDGET_OPTIONS };
`;

const OPTIONS = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "use.ts"];

test.each([
  ["bundler", "esnext"],
  ["node16", "node16"],
])("an app finds their types under moduleResolution %s", async (resolution, module) => {
  await addFiles(folder, { "use.ts": USE });
  const options = [...OPTIONS, "--module", module, "--moduleResolution", resolution, "--skipLibCheck"];
  expect(await inApp(folder, "tsc", ...options)).toBe("");
});

test("their declarations have no error of their own", async () => {
  await addFiles(folder, { "use.ts": USE });
  const options = [...OPTIONS, "--module", "node16", "--checkers", "1"];
  expect(await run(path.join(ROOT, "node_modules", ".bin", "tsc"), options, { cwd: folder })).toBe("");
});

test("a program imports them on a server, without a browser", async () => {
  const imports = ["call", "call/react", "call/audio-options", "client", "widget", "widget/options"];
  const script = imports.map((name) => `await import("@callwright/${name}");`).join("\n");
  await addFiles(folder, { "server.mjs": `${script}\nconsole.log("imported");` });
  expect(await run(process.execPath, ["server.mjs"], { cwd: folder })).toBe("imported\n");
});

test("a program asks the API of the server by the client", async () => {
  const { orgToken: token } = await server.signUp();
  const script = `
    import { createClient } from "@callwright/client";
    const client = createClient({ baseUrl: "${server.url}", token: "${token}" });
    console.log((await client.assistants.list()).map(({ name }) => name).join());`;
  await addFiles(folder, { "list.mjs": script });
  expect(await run(process.execPath, ["list.mjs"], { cwd: folder })).toContain("Riley");
});

test("the command line runs", async () => {
  expect(await inApp(folder, "callwright", "--help")).toContain("callwright login");
});

test("what a release publishes is accepted by npm, up to the upload", async () => {
  const packed = await run(process.execPath, [path.join(ROOT, "scripts/packages/pack.mjs"), "--release"]);
  const files = packed.trim().split("\n");
  expect(files).toHaveLength(offered.length);
  for (const file of files) {
    const told = await run("npm", ["publish", path.join(ROOT, file), "--dry-run", "--access", "public"]);
    expect(told).toMatch(/\+ @callwright\/[\w-]+@\d+\.\d+\.\d+\n/);
    const complaints = told.split("\n").filter((line) => /^npm (error|warn) /.test(line));
    // Nobody is signed in here.
    expect(complaints.filter((line) => !line.includes("requires you to be logged in"))).toEqual([]);
  }
});
