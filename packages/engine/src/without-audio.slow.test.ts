import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const folder = path.dirname(fileURLToPath(import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** Runs one turn with the built-in model in a separate process, and prints which native libraries of packages that process has loaded. */
const SCRIPT = `
  const { createConversation, createModelOrFailing } = await import(${JSON.stringify(pathToFileURL(path.join(folder, "without-audio.ts")).href)});
  const model = await createModelOrFailing(undefined, { keys: {}, urls: {} });
  const conversation = createConversation({ assistant: {}, variableValues: {}, model, now: () => new Date() });
  let said = "";
  for await (const part of conversation.reply("hello", new AbortController().signal)) said += part.text ?? "";
  if (process.argv[1] === "sound") await import("@livekit/rtc-node");
  const native = process.report.getReport().sharedObjects.filter((file) => file.endsWith(".node"));
  console.log(JSON.stringify({ said, native }));
`;

async function runAlone(...args: string[]): Promise<{ said: string; native: string[] }> {
  const options = ["--import", tsx, "--conditions=callwright-source", "--input-type=module", "--eval", SCRIPT, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: folder });
  return JSON.parse(stdout);
}

it("talks without loading a library for sound", async () => {
  const { said, native } = await runAlone();
  expect(said).toContain("How can I help you?");
  expect(native.filter((file) => /livekit|rtc|onnx/i.test(file))).toEqual([]);
});

it("would notice one", async () => {
  const { native } = await runAlone("sound");
  expect(native.filter((file) => /livekit|rtc/i.test(file))).not.toEqual([]);
});
