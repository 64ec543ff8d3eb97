import fc from "fast-check";
import { expect, test } from "vitest";
import { configDiff, configOf } from "./config-diff.ts";

test("changed, added and removed fields, each by its path", () => {
  const before = { name: "Riley", voice: { provider: "callwright", voiceId: "slt" }, endCallPhrases: ["bye"] };
  const after = { name: "Riley", voice: { voiceId: "rms", provider: "callwright" }, endCallPhrases: ["bye", "ciao"], server: {} };
  expect(configDiff(before, after)).toEqual([
    { path: "voice.voiceId", before: "slt", after: "rms" },
    { path: "endCallPhrases", before: ["bye"], after: ["bye", "ciao"] },
    { path: "server", before: undefined, after: {} },
  ]);
});

test("messages are compared one by one", () => {
  const before = { model: { messages: [{ role: "system", content: "a" }] } };
  const after = {
    model: {
      messages: [
        { role: "system", content: "b" },
        { role: "user", content: "c" },
      ],
    },
  };
  expect(configDiff(before, after).map(({ path }) => path)).toEqual(["model.messages.0.content", "model.messages.1"]);
});

test("anything is the same as its copy with other key order", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (config) => {
      const copy = Object.fromEntries(Object.entries(structuredClone(config)).toReversed());
      expect(configDiff(config, copy)).toEqual([]);
    }),
  );
});

test("the server's own fields are no configuration; unknown ones are", () => {
  const entity = { id: "1", orgId: "2", createdAt: "", updatedAt: "", latestVersion: "v1" };
  expect(configOf({ ...entity, name: "Riley", future: 1 })).toEqual({ name: "Riley", future: 1 });
});
