import { expect, test } from "vitest";
import { ignoredFields } from "./unsupported-fields.ts";

test("a setting that the chosen model does not take is warned of, where it stands", () => {
  const cartesia = { provider: "cartesia", generationConfig: { speed: 1.1, experimental: { accentLocalization: 1 } } };
  const voice = { provider: "openai", model: "tts-1", instructions: "Whisper.", fallbackPlan: { voices: [cartesia] } };
  expect(ignoredFields("assistant", { voice })).toEqual([
    { field: "voice.instructions", message: "tts-1 takes no instructions." },
    {
      field: "voice.fallbackPlan.voices.0.generationConfig.experimental",
      message: "Cartesia has no such setting any more.",
    },
  ]);
  expect(
    ignoredFields("assistant", { voice: { provider: "openai", model: "gpt-4o-mini-tts", instructions: "Whisper." } }),
  ).toEqual([]);
});
