import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readFiles } from "@callwright/config";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plan } from "../commands/plan.ts";
import type { Machine } from "../machine.ts";
import { readConfigFolder } from "./config-folder.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "callwright-config-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), text);
}

test("every YAML file is read, behind links too, or reported", async () => {
  write("callwright.yaml", "environments: {}");
  write("shared/assistants/riley.yaml", "name: Riley");
  symlinkSync(path.join(dir, "shared/assistants"), path.join(dir, "assistants"));
  symlinkSync(dir, path.join(dir, "shared/assistants/loop"));
  write("assistant/nora.yaml", "name: Nora");
  write("tools/phone/end.yaml", "type: endCall");
  write("tools/empty.yaml", "# name: later");
  write("files/hours.yaml", "name: hours.yaml\ncontent: texts/hours.yaml");
  write("files/texts/hours.yaml", "- from nine to five");
  write("environments/staging/riley.yaml", "name: Test");
  write("environments/other/assistants/riley.yml", "name: Other");
  write(".github/workflows/ci.yaml", "on: push");
  const { resources, problems } = readFiles(await readConfigFolder(dir, "staging"), "staging");
  expect(resources.map(({ key }) => key)).toEqual(["files/hours", "tools/empty", "assistants/riley"]);
  expect(problems.map(({ file }) => file)).toEqual([
    "tools/empty.yaml",
    ...["assistant/nora.yaml", "environments/staging/riley.yaml", "shared/assistants/riley.yaml", "tools/phone/end.yaml"],
  ]);
});

test.each([
  ["folder", "nowhere", undefined, /no folder '.*nowhere'/],
  ["environment", "", "stagign", /no environment 'stagign'/],
])("a misspelled %s is refused before anything is sent", async (_, folder, environment, message) => {
  const args = ["--dir", path.join(dir, folder), ...(environment ? ["-e", environment] : [])];
  await expect(plan(args, {} as Machine)).rejects.toThrow(message);
});
