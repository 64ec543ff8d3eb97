import { spawnSync } from "node:child_process";
import path from "node:path";
import type { Call } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../../apps/server/src/testing/test-client.ts";
import { command } from "../../harness/command.ts";
import { scratchPath } from "../../harness/scratch.ts";
import { speechFile } from "../../harness/speech.ts";
import { type Step, steps, stepsOf } from "./harness/programs.ts";

/** Calls by WebRTC libraries outside of browsers, over real call hosts: `aiortc_call.py`, `pion/main.go`. */

const PION = path.join(import.meta.dirname, "pion");
/** Compiled before its calls begin: a call that nobody joins within a minute ends. */
const pion = scratchPath("pion");
const hasGo = spawnSync("go", ["version"]).error === undefined;

let server: TestServer;
let client: TestClient;
let words: { at48kHz: string; at8kHz: string };
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  const at48kHz = await speechFile({ text: "What are your opening hours?", voice: "slt" });
  const at8kHz = scratchPath("words-8khz.wav");
  await command("sox", [at48kHz, "-r", "8000", at8kHz]);
  words = { at48kHz, at8kHz };
  if (hasGo) await command("go", ["-C", PION, "build", "-o", pion, "."]);
});
afterAll(() => server?.close());

const clients = [
  {
    name: "aiortc",
    call: (variables: Record<string, string>) => steps("aiortc_call.py", { ...variables, WORDS: words.at48kHz }),
  },
  {
    name: "pion",
    isMissing: !hasGo,
    call: (variables: Record<string, string>) => stepsOf(pion, [], { ...variables, WORDS: words.at8kHz }),
  },
];

describe.each(clients)("$name", ({ isMissing = false, call }) => {
  async function hold(voice: object, sees: boolean): Promise<{ said: Step[]; call: Call }> {
    const assistant = { name: "Riley", firstMessage: "Hello.", voice: { provider: "callwright", ...voice } };
    const { body } = await client.json<Call>("POST", "/call/web", { assistant });
    const said = await call({ ROOM: body.webCallUrl ?? "", SEES: sees ? "yes" : "no" });
    const read = async () => (await client.json<Call>("GET", `/call/${body.id}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe("ended");
    return { said, call: await read() };
  }

  test("is heard and hears, makes the assistant speak, and hangs up", async ({ skip }) => {
    skip(isMissing, "Needs Go.");
    const { said, call } = await hold({ voiceId: "slt" }, false);
    expect(said).toMatchObject([
      ...[{ step: "listening" }, { step: "heard" }],
      { step: "transcribed", value: expect.stringMatching(/opening hours/i) },
      { step: "say", value: "The shop closes at noon." },
    ]);
    expect(call.endedReason).toBe("customer-ended-call");
  });

  test("sees the picture of a voice that has one", async ({ skip }) => {
    skip(isMissing, "Needs Go.");
    const { said } = await hold({ voiceId: "fake-picture" }, true);
    expect(said.map(({ step }) => step)).toEqual(["listening", "heard", "seen"]);
  });
});
