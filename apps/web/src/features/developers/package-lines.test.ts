import type { OfferedPackage } from "@callwright/contract";
import { expect, test } from "vitest";
import { lineOf, sampleOf, waysOf } from "./package-lines.ts";

const SERVER = "https://voice.example.com";

const offered = (name: string, build: string, modules: Record<string, string> = {}): OfferedPackage => ({
  name,
  version: "0.2.0-b1",
  description: "",
  address: `${SERVER}/packages/${build}.tgz`,
  integrity: "sha512-x",
  sizeBytes: 1,
  modules,
});
const CALL = offered("@callwright/call", "call-0.2.0-b1", { "@callwright/call": `${SERVER}/packages/call-0.2.0-b1/index.js` });
const WIDGET = offered("@callwright/widget", "widget-0.2.0-b1", {
  "@callwright/widget": `${SERVER}/packages/widget-0.2.0-b1/index.js`,
});
const CLI = offered("@callwright/cli", "cli-0.2.0-b1");

test("a package is installed from the address of the server", () => {
  expect(lineOf(CALL, "npm")).toBe(`npm install ${SERVER}/packages/call-0.2.0-b1.tgz`);
  expect(lineOf(CALL, "script")).toBe(
    `<script type="module">import CallwrightCall from "${SERVER}/packages/call-0.2.0-b1/index.js";</script>`,
  );
  expect(lineOf(WIDGET, "script")).toBe(`<script type="module" src="${SERVER}/packages/widget-0.2.0-b1/index.js"></script>`);
  expect(lineOf(CALL, "import-map")).toBe(
    `<script type="importmap">{"imports":{"@callwright/call":"${SERVER}/packages/call-0.2.0-b1/index.js"}}</script>`,
  );
});

test("a program is a command, and no module of a page", () => {
  expect(waysOf(CLI)).toEqual(["npm"]);
  expect(lineOf(CLI, "npm")).toBe(`npm install --global ${SERVER}/packages/cli-0.2.0-b1.tgz`);
});

test("a sample imports what the line installs, and names the server and a token", () => {
  const lines = sampleOf(CALL, "npm", "cw_public_1").split("\n");
  expect(lines[0]).toBe('import CallwrightCall from "@callwright/call";');
  expect(lines[2]).toBe(`const call = new CallwrightCall("cw_public_1", "${SERVER}");`);
  expect(sampleOf(WIDGET, "import-map")).toMatch(/^import "@callwright\/widget";\n/);
  expect(sampleOf(CALL, "npm")).toContain("YOUR_PUBLIC_TOKEN");
});

test("a script tag has imported it already, a program has no imports, and not every package has a sample", () => {
  expect(sampleOf(CALL, "script")).toMatch(/^const call = /);
  expect(sampleOf(CLI, "npm")).toBe(`callwright login --server ${SERVER}\ncallwright api GET /assistant`);
  expect(sampleOf(offered("@callwright/other", "other"), "npm")).toBe("");
});
