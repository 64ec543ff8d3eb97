import { CATALOG, type CreateAssistant, lifeOf, type ProviderSupport } from "@callwright/contract";
import { describe, expect, test } from "vitest";
import { expectedTimes, knownWait } from "./expected.ts";
import { hasPicks, isAllBuiltIn, pickPreset, withPartsOf, withPicks } from "./pick-preset.ts";
import { choicesOf, type Preset, spokenLanguage } from "./preset-choices.ts";

const NOTHING_LOCAL = { models: [], voices: [], recognizers: [], language: "en" };
const offline = { callwright: { state: "ready" } } as const;
const needsKey = (...credentials: string[]): ProviderSupport => ({ state: "needs-credential", credentials });
const supportsWith = (model: Record<string, ProviderSupport>, voice: Record<string, ProviderSupport> = {}) => ({
  model: { ...offline, ...model },
  voice: { ...offline, ...voice },
  transcriber: offline,
});

const on = (day: string, times: Parameters<typeof choicesOf>[2]["times"] = []) => ({
  catalog: CATALOG,
  nowMs: Date.parse(day),
  times,
});
const NOW = on("2026-11-29");
const NEW = { config: {}, mayGoBuiltIn: false };
const ready = { state: "ready" } as const;

describe("picking", () => {
  test("the first choice that runs is taken, and a missing key of a better one is named", () => {
    const supports = supportsWith({ openai: needsKey("openai"), google: ready }, { "11labs": ready });
    const { picks, better } = pickPreset(choicesOf("fast", NOTHING_LOCAL, NOW), supports, NEW);
    expect(picks.model).toEqual({ provider: "google", model: "gemini-3.5-flash-lite" });
    expect(picks.voice).toMatchObject({ provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL", model: "eleven_flash_v2_5" });
    expect(picks.transcriber).toEqual({ provider: "callwright", model: "auto" });
    expect(better).toEqual([{ part: "model", provider: "openai", credential: "openai" }]);
  });

  test("a provider that cannot run here is no advice", () => {
    const supports = supportsWith({ openai: { state: "not-supported", reason: "No." }, cerebras: needsKey() });
    expect(pickPreset(choicesOf("fast", NOTHING_LOCAL, NOW), supports, NEW).better).toEqual([
      { part: "model", provider: "cerebras", credential: "cerebras" },
    ]);
  });

  test.each<Exclude<Preset, "local">>(["fast", "balanced", "best"])(
    "%s chooses names that live, on a later day too",
    (preset) => {
      for (const day of ["2026-11-29", "2027-03-01"]) {
        const { model, voice, transcriber } = choicesOf(preset, NOTHING_LOCAL, on(day));
        const names = [
          ...model.map(({ provider, model: name }) => ({ part: "model" as const, provider, name })),
          ...voice.map(({ provider, model: name }) => ({ part: "voice" as const, provider, name: String(name) })),
          ...transcriber.map(({ provider, model: name }) => ({ part: "transcriber" as const, provider, name: String(name) })),
        ];
        const rows = names.flatMap((name) => CATALOG.find(name) ?? []);
        expect(rows.length).toBeGreaterThan(10);
        expect(rows.filter((row) => !["new", "current"].includes(lifeOf(row, Date.parse(day))))).toEqual([]);
      }
    },
  );

  test("fast prefers what was fast in the organization's own calls, and balanced what costs least", () => {
    const times = [{ part: "model", provider: "anthropic", model: "claude-haiku-5-5", medianMs: 300 }] as const;
    const first = (preset: Preset, known = NOW) => choicesOf(preset, NOTHING_LOCAL, known).model[0]?.model;
    expect([first("fast"), first("fast", on("2026-11-29", times))]).toEqual(["gpt-6-luna", "claude-haiku-5-5"]);
    expect(first("balanced")).toBe("deepseek-flash");
  });

  test("a transcriber that does not know the language is not chosen", () => {
    const providers = (language: string) =>
      choicesOf("fast", { ...NOTHING_LOCAL, language }, NOW).transcriber.map(({ model, speechModel }) => speechModel ?? model);
    expect(providers("en")[0]).toBe("flux-general-en");
    expect(providers("de")).not.toContain("flux-general-en");
  });

  test("a preset keeps the language of the assistant's callers", () => {
    const { voice, transcriber } = choicesOf("balanced", { ...NOTHING_LOCAL, language: "de" }, NOW);
    for (const { provider, language } of [...voice, ...transcriber]) if (provider !== "callwright") expect(language).toBe("de");
    expect(voice.map(({ provider }) => provider)).not.toContain("deepgram");
  });

  test("without a key, what the assistant has is not replaced by what is built in", () => {
    const config: CreateAssistant = { model: { provider: "openai", model: "gpt-4.1" } };
    const keyless = pickPreset(choicesOf("fast", NOTHING_LOCAL, NOW), supportsWith({ openai: needsKey() }), {
      config,
      mayGoBuiltIn: false,
    });
    expect(withPicks(config, keyless.picks).model).toEqual(config.model);
    expect(isAllBuiltIn(keyless.picks)).toBe(true);
    const local = pickPreset(choicesOf("local", NOTHING_LOCAL, NOW), supportsWith({}), { config, mayGoBuiltIn: true });
    expect(withPicks(config, local.picks).model).toMatchObject({ provider: "callwright" });
  });

  test("local never leaves the server, and takes what it offers", () => {
    const supports = { ...supportsWith({ "custom-llm": { state: "ready" }, openai: { state: "ready" } }) };
    const offers = {
      models: [{ url: "http://127.0.0.1:11434/v1", model: "llama3.2" }],
      voices: [{ id: "kristin", languages: ["de"] }],
      recognizers: [{ id: "parakeet", languages: ["en", "de"] }],
      language: "de",
    };
    const { picks, better } = pickPreset(choicesOf("local", offers, NOW), supports, { config: {}, mayGoBuiltIn: true });
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
    const { picks } = pickPreset(choicesOf("local", NOTHING_LOCAL, NOW), { model: {}, voice: {}, transcriber: {} }, NEW);
    const config: CreateAssistant = { voice: { provider: "openai", voiceId: "alloy" } };
    expect(withPicks(config, picks)).toEqual(config);
  });
});

const before: CreateAssistant = {
  name: "Riley",
  model: {
    provider: "openai",
    model: "gpt-4.1",
    temperature: 0.2,
    reasoningEffort: "low",
    toolIds: ["a"],
    messages: [{ role: "system", content: "Be brief." }],
  },
  voice: {
    provider: "openai",
    voiceId: "alloy",
    speed: 1.2,
    fallbackPlan: { voices: [{ provider: "callwright", voiceId: "slt" }] },
  },
};
const { picks } = pickPreset(choicesOf("fast", NOTHING_LOCAL, NOW), supportsWith({ groq: ready }, { "11labs": ready }), {
  config: before,
  mayGoBuiltIn: false,
});

describe("setting", () => {
  test("prompt, tools, temperature and fallbacks stay; settings of the provider before go", () => {
    const after = withPicks(before, picks);
    expect(after.model).toEqual({
      provider: "groq",
      model: "openai/gpt-oss-120b",
      temperature: 0.2,
      toolIds: ["a"],
      messages: [{ role: "system", content: "Be brief." }],
    });
    expect(after.voice).toEqual({
      provider: "11labs",
      voiceId: "EXAVITQu4vr4xnSDxMaL",
      model: "eleven_flash_v2_5",
      fallbackPlan: before.voice?.fallbackPlan,
    });
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
    { part: "transcriber" as const, provider: "callwright", medianMs: 200, turns: 4, segments: [] },
    { part: "voice" as const, provider: "openai", model: "tts-1", medianMs: 300, turns: 2, segments: [] },
  ];
  const times = expectedTimes(
    { model: { provider: "openai", model: "gpt-4.1" }, voice: { provider: "openai", voiceId: "alloy" } },
    own,
    CATALOG,
  );
  expect(times).toMatchObject([
    { part: "transcriber", from: "calls", ms: 200, turns: 4 },
    { part: "model", from: "published", ms: 726, published: expect.objectContaining({ asOf: "2026-11-24" }) },
    { part: "voice", from: "unknown" },
  ]);
  expect(knownWait(times)).toBe(926);
});
