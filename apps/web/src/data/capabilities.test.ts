import type { Capabilities } from "@callwright/contract";
import { expect, test } from "vitest";
import { capabilitiesOf } from "./capabilities.ts";

const own = { tools: { query: { state: "ready" } } } as unknown as Capabilities;
const here = { enabled: false };

test("this server and another Callwright say what they can run", () => {
  expect(capabilitiesOf(here, { capabilities: own })).toBe(own);
  expect(capabilitiesOf({ enabled: true, isCallwright: true }, { capabilities: own })).toBe(own);
});

test("an older Callwright is taken to run everything", () => {
  const { providers, fields } = capabilitiesOf({ enabled: true, isCallwright: true }, {});
  expect(providers.voice).toMatchObject({ callwright: { state: "ready" }, "11labs": { state: "ready" } });
  expect(fields).toEqual({});
});

test("another platform runs everything but what is Callwright's own", () => {
  const { model, voice, transcriber } = capabilitiesOf({ enabled: true, isCallwright: false }, { capabilities: own }).providers;
  for (const supports of [model, voice, transcriber]) {
    expect(supports.callwright).toBeUndefined();
    expect(supports.openai).toEqual({ state: "ready" });
  }
});
