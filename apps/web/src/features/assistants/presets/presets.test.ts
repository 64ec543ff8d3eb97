import type { CreateAssistant, ProviderSupport } from "@callwright/contract";
import { describe, expect, test } from "vitest";
import { expectedTimes, knownWait } from "./expected-time.ts";
import { hasPicks, pickPreset, withPartsOf, withPicks } from "./pick-preset.ts";
import { choicesOf, spokenLanguage } from "./preset-choices.ts";

const NOTHING_LOCAL = { models: [], voices: [], recognizers: [], language: "en" };
const offline = { callwright: { state: "ready" } } as const;
const needsKey = (...credentials: string[]): ProviderSupport => ({ state: "needs-credential", credentials });
const supportsWith = (model: Record<string, ProviderSupport>, voice: Record<string, ProviderSupport> = {}) => ({
  model: { ...offline, ...model },
  voice: { ...offline, ...voice },
  transcriber: offline,
});

describe("picking", () => {
  test("the first choice that runs is taken, and a missing key of a better one is named", () => {
    const supports = supportsWith({ groq: needsKey("groq"), google: { state: "ready" } }, { "11labs": { state: "ready" } });
    const { picks, better } = pickPreset(choicesOf("fast", NOTHING_LOCAL), supports);
    expect(picks.model).toEqual({ provider: "google", model: "gemini-2.5-flash-lite" });
    expect(picks.voice).toMatchObject({ provider: "11labs", model: "eleven_flash_v2_5" });
    expect(picks.transcriber).toEqual({ provider: "callwright", model: "auto" });
    expect(better).toEqual([{ part: "model", provider: "groq", credential: "groq" }]);
  });

  test("a provider that cannot run here is no advice", () => {
    const supports = supportsWith({ groq: { state: "not-supported", reason: "No." }, cerebras: needsKey() });
    expect(pickPreset(choicesOf("fast", NOTHING_LOCAL), supports).better).toEqual([
      { part: "model", provider: "cerebras", credential: "cerebras" },
    ]);
  });

  test("local never leaves the server, and takes what it offers", () => {
    const supports = { ...supportsWith({ "custom-llm": { state: "ready" }, openai: { state: "ready" } }) };
    const offers = {
      models: [{ url: "http://127.0.0.1:11434/v1", model: "llama3.2" }],
      voices: [{ id: "kristin", languages: ["de"] }],
      recognizers: [{ id: "parakeet", languages: ["en", "de"] }],
      language: "de",
    };
    const { picks, better } = pickPreset(choicesOf("local", offers), supports);
    expect(picks.model).toEqual({ provider: "custom-llm", url: "http://127.0.0.1:11434/v1", model: "llama3.2" });
    expect(picks.voice).toEqual({ provider: "callwright", voiceId: "kristin" });
    expect(picks.transcriber).toEqual({ provider: "callwright", model: "parakeet", language: "de" });
    expect(better).toEqual([]);
  });

  test("local speaks the language that the transcriber names", () => {
    const languages = ["de-AT", "pt_BR", "FR", "multi", "Multilingual", "English", undefined];
    expect(languages.map((each) => spokenLanguage(each))).toEqual(["de", "pt", "fr", "en", "en", "en", "en"]);
  });

  test("a host without a provider for a part leaves it as it is", () => {
    const { picks } = pickPreset(choicesOf("local", NOTHING_LOCAL), { model: {}, voice: {}, transcriber: {} });
    const config: CreateAssistant = { voice: { provider: "openai", voiceId: "alloy" } };
    expect(withPicks(config, picks)).toEqual(config);
  });
});

const before: CreateAssistant = {
  name: "Riley",
  model: {
    ...{ provider: "openai", model: "gpt-4.1", temperature: 0.2, reasoningEffort: "low", toolIds: ["a"] },
    messages: [{ role: "system", content: "Be brief." }],
  },
  voice: {
    provider: "openai",
    voiceId: "alloy",
    speed: 1.2,
    fallbackPlan: { voices: [{ provider: "callwright", voiceId: "slt" }] },
  },
};
const { picks } = pickPreset(choicesOf("fast", NOTHING_LOCAL), supportsWith({ groq: { state: "ready" } }));

describe("setting", () => {
  test("prompt, tools, temperature and fallbacks stay; settings of the provider before go", () => {
    const after = withPicks(before, picks);
    expect(after.model).toEqual({
      ...{ provider: "groq", model: "llama-3.3-70b-versatile", temperature: 0.2, toolIds: ["a"] },
      messages: [{ role: "system", content: "Be brief." }],
    });
    expect(after.voice).toEqual({ provider: "callwright", voiceId: "slt", fallbackPlan: before.voice?.fallbackPlan });
    expect([hasPicks(after, picks), hasPicks(before, picks), hasPicks({}, picks)]).toEqual([true, false, false]);
  });

  test("undo restores the parts, and keeps what was written since", () => {
    const { model } = withPicks(before, picks);
    const later: CreateAssistant = {
      ...withPicks(before, picks),
      name: "Riley 2",
      model: { ...model, provider: "groq", model: "any", messages: [{ role: "system", content: "Be kind." }] },
    };
    const undone = withPartsOf(later, before);
    expect(undone).toEqual({
      ...before,
      name: "Riley 2",
      model: { ...before.model, messages: [{ role: "system", content: "Be kind." }] },
    });
    expect(withPartsOf(withPicks({ name: "New" }, picks), { name: "New" })).toEqual({ name: "New" });
  });
});

test("expected times are the organization's own, else published ones, else unknown", () => {
  const own = [
    { part: "transcriber", provider: "callwright", medianMs: 200, turns: 4 },
    { part: "voice", provider: "openai", model: "tts-1", medianMs: 300, turns: 2 },
  ] as const;
  const times = expectedTimes(
    { model: { provider: "openai", model: "gpt-4.1" }, voice: { provider: "openai", voiceId: "alloy" } },
    own,
  );
  expect(times).toEqual([
    { part: "transcriber", from: "calls", ms: 200, turns: 4 },
    { part: "model", from: "published", ms: 726, published: expect.objectContaining({ readOn: "2026-11-24" }) },
    { part: "voice", from: "unknown" },
  ]);
  expect(knownWait(times)).toBe(926);
});
