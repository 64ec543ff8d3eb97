import type { CreateAssistant } from "@callwright/contract";
import { expect, test } from "vitest";
import { isOfSettings, settingsOf, withSetting } from "./part-settings.ts";

const SUPPORT = { state: "ready" as const, settings: ["voiceId", "speed", "stability"] };
const config = { voice: { provider: "11labs", voiceId: "sarah", autoMode: true } } as CreateAssistant;
const namesOf = (...given: Parameters<typeof settingsOf>) => settingsOf(...given).map(({ name }) => name);

test("the settings are those with an effect, and one that is set without", () => {
  const settings = settingsOf(config, "voice", SUPPORT);
  expect(settings.map(({ name, isHonored }) => [name, isHonored])).toEqual([
    ["stability", true],
    ["speed", true],
    ["autoMode", false],
    ["chunkPlan", true],
  ]);
});

test("a host that does not tell its settings gets those of the contract, without the fields that are elsewhere", () => {
  const names = namesOf({ model: { provider: "openai", model: "gpt-4.1" } }, "model", { state: "ready" });
  expect(names).toContain("reasoningEffort");
  expect(names).not.toContain("messages");
  expect(namesOf({ voice: { provider: "custom-voice" } as never }, "voice", { state: "ready" })).toContain("server");
});

test("a removed setting is gone, and the first setting of a part that is not set names its provider", () => {
  expect(withSetting(config, "voice", "autoMode", undefined).voice).toEqual({ provider: "11labs", voiceId: "sarah" });
  expect(withSetting({}, "voice", "language", "de").voice).toEqual({ provider: "callwright", voiceId: "slt", language: "de" });
});

test("a problem in a fallback is one of the settings, one of the card's own fields is not", () => {
  expect(isOfSettings("voice", "voice.fallbackPlan.voices.0.voiceId")).toBe(true);
  expect(isOfSettings("voice", "voice.voiceId")).toBe(false);
  expect(isOfSettings("transcriber", "voice.speed")).toBe(false);
});
