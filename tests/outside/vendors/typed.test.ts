import { expect, test } from "vitest";
import { typeProblems } from "./harness/typed.ts";

const IMPORTS = 'import type OpenAI from "openai";';
const TYPE = "OpenAI.Audio.SpeechCreateParams";
const BODY = { model: "tts-1", voice: "coral", input: "Hello there." };

test("a misspelled field, a wrong value and a missing field are told by their names", async () => {
  expect(await typeProblems("typed-right", IMPORTS, [[TYPE, BODY]])).toBe("");
  expect(await typeProblems("typed-misspelled", IMPORTS, [[TYPE, { ...BODY, responseFormat: "pcm" }]])).toContain(
    "'\"responseFormat\"'",
  );
  expect(await typeProblems("typed-wrong", IMPORTS, [[TYPE, { ...BODY, speed: "fast" }]])).toContain("'number'");
  expect(await typeProblems("typed-missing", IMPORTS, [[TYPE, { model: "tts-1", voice: "coral" }]])).toContain("'input'");
});
