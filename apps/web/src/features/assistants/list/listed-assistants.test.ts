import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "../../../messages/i18n.ts";
import { assistantListSearch, assistantSearch } from "../assistant-search.ts";
import { modelLabel, voiceLabel } from "./listed-assistants.tsx";

beforeAll(() =>
  startI18n((error) => {
    throw error;
  }),
);

const { t } = i18next;

test("what an assistant leaves out has words", () => {
  expect(modelLabel(undefined, t)).toBe("Not set");
  expect(voiceLabel(undefined, t)).toBe("Not set");
});

test("only what the list knows is taken from the address", () => {
  expect(assistantListSearch({ q: 42, sort: "-name", x: 1 })).toEqual({ q: "42", sort: "-name" });
  expect(assistantListSearch({ q: "", selected: ["a", 3] })).toEqual({ selected: ["a"] });
  expect(assistantSearch({ tab: "json", talk: "call-1" })).toEqual({ tab: "json", talk: "call-1" });
  expect(assistantSearch({ tab: "none", talk: true })).toEqual({});
});

test("models and voices have one short line each", () => {
  expect(modelLabel({ provider: "custom-llm", model: "llama3" }, t)).toBe("Own server · llama3");
  expect(modelLabel({ provider: "groq", model: "x" }, t)).toBe("Groq · x");
  expect(modelLabel({ provider: "callwright", model: "builtin" }, t)).toBe("Built-in answers");
  expect(voiceLabel({ provider: "callwright", voiceId: "slt" }, t)).toBe("Offline · Slt");
  expect(voiceLabel({ provider: "11labs", voiceId: "Sarah" }, t)).toBe("ElevenLabs · Sarah");
});
