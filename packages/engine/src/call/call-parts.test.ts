import type { Transcriber } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import { createCallParts } from "./call-parts.ts";

const QUIET = {
  onTemplateProblem: () => {},
  onEndpointingProblem: () => {},
  onModelSlow: () => {},
  onTool: () => {},
  onAgentStarted: () => {},
  onUsage: () => {},
};

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

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
    const { hearing, transcribers, transcriberProblems } = await createCallParts(spec, { keys, urls: {} }, QUIET);
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
