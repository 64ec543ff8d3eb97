import { expect, test } from "vitest";
import { withVoice } from "./replaced-voice.ts";

const fallbackPlan = { voices: [{ provider: "callwright" as const, voiceId: "rms" }] };

test("a voice of the same provider keeps the settings, one of another provider the fallbacks alone", () => {
  const before = { provider: "11labs" as const, voiceId: "sarah", speed: 1.1, fallbackPlan };
  expect(withVoice(before, { provider: "11labs", voiceId: "mark" })).toEqual({ ...before, voiceId: "mark" });
  expect(withVoice(before, { provider: "openai", voiceId: "nova" })).toEqual({
    provider: "openai",
    voiceId: "nova",
    fallbackPlan,
  });
  expect(withVoice(undefined, { provider: "openai", voiceId: "nova" })).toEqual({ provider: "openai", voiceId: "nova" });
});
