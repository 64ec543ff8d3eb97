import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transcriber } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelPart } from "../model/language-model.ts";
import { INSTALLED_FILE } from "../providers/callwright/local/installed-speech.ts";
import type { CallVoice } from "../speech/synthesis.ts";
import { TOY_RECOGNIZER_MODEL } from "../testing/toy-recognizer.ts";
import { createCallParts, watchModel } from "./call-parts.ts";

const QUIET = {
  onTemplateProblem: () => {},
  onEndpointingProblem: () => {},
  onModelSlow: () => {},
  onTool: () => {},
  onAgentStarted: () => {},
  onUsage: () => {},
};

let speechFolder: string;
beforeAll(async () => {
  initializeLogger({ pretty: false, level: "silent" });
  speechFolder = await mkdtemp(join(tmpdir(), "recognizers-"));
  await mkdir(join(speechFolder, "ears"));
  const about = { id: "ears", languages: ["en", "de"], model: TOY_RECOGNIZER_MODEL };
  const measured = { realTimeFactor: 0.1, bytes: 1, installedAt: new Date(0).toISOString() };
  await writeFile(join(speechFolder, "ears", INSTALLED_FILE), JSON.stringify({ ...about, ...measured }));
});
afterAll(() => rm(speechFolder, { recursive: true, force: true }));

it("gives every call voices of its own, which replace each other in the order of the fallback plan", async () => {
  const fallbackPlan = { voices: [{ provider: "callwright" as const, voiceId: "rms" }] };
  const assistant = { voice: { provider: "sesame" as const, voiceId: "maya", model: "csm-1b", fallbackPlan } };
  const spec = { callId: "c", orgId: "o", assistant, variableValues: {} };
  const create = () => createCallParts(spec, { keys: {}, urls: {}, fakes: true }, QUIET);
  const [one, other] = await Promise.all([create(), create()]);
  const own = await one.voices.first();
  expect(own).toEqual({ provider: "sesame", message: expect.stringContaining("no public API") });
  const second = await one.voices.after(own);
  expect(second?.tts?.model).toBe("rms");
  expect(await one.voices.first()).toBe(second);
  const last = second && (await one.voices.after(second));
  expect(last?.tts?.model).toBe("slt");
  expect(last && (await one.voices.after(last))).toBeUndefined();
  expect(await one.voices.first()).toBe(last);
  expect((await other.voices.after(await other.voices.first()))?.tts).not.toBe(second?.tts);
});

it.each([
  ["vapi", "Elliot", [], ["rms"]],
  ["playht", "jennifer", ["deepgram"], ["aura-2-thalia-en", "slt"]],
  ["11labs", "burt", ["11labs", "cartesia"], ["burt", "cjVigY5qzO86Huf0OWal", "a5136bf9-224c-4d76-b823-52bd5efcffcc", "rms"]],
] as const)("speaks in place of %s's %s with the nearest voices that have a key", async (provider, voiceId, keyed, expected) => {
  const spec = { callId: "c", orgId: "o", assistant: { voice: { provider, voiceId } }, variableValues: {} };
  const keys = Object.fromEntries(keyed.map((each) => [each, "sk"]));
  const { voices } = await createCallParts(spec, { keys, urls: {} }, QUIET);
  const spoken: unknown[] = [];
  for (let voice: CallVoice | undefined = await voices.first(); voice; voice = await voices.after(voice))
    spoken.push(voice.tts?.model);
  expect(spoken.slice(0, expected.length)).toEqual(expected);
});

it("reports a template that cannot be rendered", async () => {
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "You are {{ name" }] } as const;
  const problems: string[] = [];
  const spec = { callId: "c", orgId: "o", assistant: { model: { ...model, messages: [...model.messages] } }, variableValues: {} };
  await createCallParts(spec, { keys: {}, urls: {} }, { ...QUIET, onTemplateProblem: ({ where }) => problems.push(where) });
  expect(problems).toEqual(["prompt"]);
});

describe("the transcribers of a call", () => {
  const hear = async (transcriber: Transcriber, keys: Record<string, string> = {}) => {
    const spec = { callId: "c", orgId: "o", assistant: { transcriber }, variableValues: {} };
    const { hearing, transcribers, transcriberProblems } = await createCallParts(spec, { keys, urls: {}, speechFolder }, QUIET);
    return {
      hearing,
      chain: transcribers.map(({ provider, failuresMax }) => `${provider} ${failuresMax}`),
      problems: transcriberProblems.map(({ provider }) => provider),
    };
  };

  it("are those of the plan, as far as they have keys, then the local one", async () => {
    const fallbackPlan = { transcribers: [{ provider: "gladia" }, { provider: "soniox" }] satisfies Transcriber[] };
    const plan: Transcriber = { provider: "deepgram", fallbackPlan };
    expect(await hear(plan, { deepgram: "k", soniox: "k" })).toEqual({
      hearing: "hosted",
      chain: ["deepgram 1", "soniox 2", "callwright 1"],
      problems: ["gladia"],
    });
    expect(await hear(plan)).toEqual({
      hearing: "moonshine",
      chain: ["callwright 1"],
      problems: ["deepgram", "gladia", "soniox"],
    });
  });

  it("end with the built-in one after one that was installed, where it knows the language", async () => {
    const ears: Transcriber = { provider: "callwright", model: "ears" };
    expect(await hear(ears)).toEqual({ hearing: "local", chain: ["callwright 2", "callwright 1"], problems: [] });
    expect((await hear({ ...ears, language: "de" })).chain).toEqual(["callwright 1"]);
    expect(await hear({ ...ears, model: "gone" })).toMatchObject({ hearing: "moonshine", problems: ["callwright"] });
  });

  it("do not end with a local one that does not know the language", async () => {
    const { chain } = await hear({ provider: "deepgram", language: "de" }, { deepgram: "k" });
    expect(chain).toEqual(["deepgram 1"]);
  });

  it("are the page's only where it is the first that can be", async () => {
    const browser: Transcriber = { provider: "callwright", model: "browser" };
    const plan: Transcriber = { provider: "deepgram", fallbackPlan: { transcribers: [browser] } };
    expect(await hear(plan)).toEqual({ hearing: "browser", chain: [], problems: ["deepgram"] });
    expect((await hear(plan, { deepgram: "k" })).chain).toEqual(["deepgram 2", "callwright 1"]);
  });
});

describe("watchModel", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A model with this delay before its first words, and how often it counted as slow. */
  function thinksFor(durationMs: number) {
    const onSlow = vi.fn();
    const model = watchModel(
      {
        provider: "test",
        async *stream() {
          await new Promise((resolve) => setTimeout(resolve, durationMs));
          yield { type: "text" as const, text: "Yes." };
          await new Promise((resolve) => setTimeout(resolve, 10_000));
        },
      },
      onSlow,
    );
    const ask = async (signal: AbortSignal) => {
      const parts: ModelPart[] = [];
      for await (const part of model.stream({ history: [], tools: [], temperature: 0, maxTokens: 1, signal })) parts.push(part);
      return parts;
    };
    return { ask, onSlow };
  }
  const NEVER = new AbortController().signal;

  it("reports a model without output, each time it is asked", async () => {
    const { ask, onSlow } = thinksFor(4_000);
    for (const times of [1, 2]) {
      const asked = ask(NEVER);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await asked).toEqual([{ type: "text", text: "Yes." }]);
      expect(onSlow).toHaveBeenCalledTimes(times);
    }
  });

  it("reports nothing once it has spoken, or nobody waits for it", async () => {
    const quick = thinksFor(1_000);
    const asked = quick.ask(NEVER);
    await vi.advanceTimersByTimeAsync(20_000);
    await asked;
    const given = thinksFor(20_000);
    const stop = new AbortController();
    void given.ask(stop.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([quick.onSlow, given.onSlow].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});
