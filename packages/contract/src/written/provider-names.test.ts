import { describe, expect, test } from "vitest";
import {
  saturatedAssistants,
  saturatedPhoneNumbers,
  saturatedSquads,
  saturatedTools,
  saturatedWorkflows,
} from "../testing/index.ts";
import { wantsProviderNames } from "../wire/compat.ts";
import { fromProviderNames, STAND_INS, toProviderNames } from "./provider-names.ts";

const origin = "https://voice.example";
const asTheirs = (value: unknown, resource?: string) => toProviderNames(value, { origin, ...(resource && { resource }) });

/** Kinds of parts at any depth that the hosted platform does not have. */
function ownKinds(value: unknown, field = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => ownKinds(each, field));
  if (typeof value !== "object" || value === null) return [];
  const own = STAND_INS.filter(({ fields }) => fields.includes(field)).flatMap(({ kind, ours }) => {
    const said = String((value as Record<string, unknown>)[kind]);
    return ours.includes(said) ? [`${field}: ${said}`] : [];
  });
  return [...own, ...Object.entries(value).flatMap(([name, each]) => ownKinds(each, name))];
}

describe("what is read in the hosted platform's names and written back is the same", () => {
  test.each([
    ["assistant", saturatedAssistants],
    ["squad", saturatedSquads],
    ["workflow", saturatedWorkflows],
    ["tool", saturatedTools],
    ["phone-number", saturatedPhoneNumbers],
  ])("%s", (resource, samples) => {
    for (const sample of samples as object[]) {
      const before = structuredClone(sample);
      const theirs = asTheirs(sample, resource);
      expect(ownKinds(theirs, resource === "tool" ? "tools" : "")).toEqual([]);
      expect(fromProviderNames(theirs, { resource })).toEqual(sample);
      expect(sample).toEqual(before);
    }
  });

  test("the samples have every kind that stands for another", () => {
    const found = new Set(
      [...saturatedAssistants, ...saturatedWorkflows].flatMap((each) => ownKinds(each)).concat(ownKinds(saturatedTools, "tools")),
    );
    expect([...found]).toEqual(
      expect.arrayContaining([
        "model: callwright",
        "voice: callwright",
        "transcriber: callwright",
        "tools: make",
        "tools: output",
      ]),
    );
  });
});

describe("a part of ours", () => {
  const model = { provider: "callwright", model: "builtin", temperature: 0.2, own: { kept: true } };
  const theirs = asTheirs({ model }) as { model: Record<string, unknown> };

  test("is a custom one with an address of this server, and what both have stays in its place", () => {
    expect(theirs.model).toMatchObject({ provider: "custom-llm", model: "callwright:builtin", temperature: 0.2 });
    expect(String(theirs.model.url)).toMatch(/^https:\/\/voice\.example\/callwright\/model\?settings=/);
    expect(theirs.model).not.toHaveProperty("own");
  });

  test("is known again when it was changed and when the server has moved", () => {
    const url = String(theirs.model.url).replace("voice.example", "new.example");
    expect(fromProviderNames({ model: { ...theirs.model, url, temperature: 1 } })).toEqual({
      model: { ...model, temperature: 1 },
    });
  });

  test("of a hosted provider keeps its provider and its name", () => {
    const mistral = { model: { provider: "mistral", model: "mistral-large-latest" } };
    expect(asTheirs(mistral)).toMatchObject({ model: { provider: "custom-llm", model: "callwright:mistral-large-latest" } });
    expect(fromProviderNames(asTheirs(mistral))).toEqual(mistral);
  });

  test.each([
    ["another name of the model", { model: "gpt-4o" }],
    ["another path", { url: `${origin}/v1` }],
    ["no settings", { url: `${origin}/callwright/model` }],
    ["settings that are none", { url: `${origin}/callwright/model?settings=%7B` }],
    [
      "settings of a kind that has a name",
      { url: `${origin}/callwright/model?settings=${encodeURIComponent('{"provider":"openai"}')}` },
    ],
    ["no address", { url: "callwright/model" }],
  ])("with %s stays a custom model", (_, change) => {
    const written = { model: { ...theirs.model, ...change } };
    expect(fromProviderNames(written)).toEqual(written);
  });

  test("with a server of its own stays a custom voice; without values for it does not", () => {
    const voice = { provider: "callwright", voiceId: "slt" };
    const { server, ...rest } = (asTheirs({ voice }) as { voice: { server: object } }).voice;
    expect(fromProviderNames({ voice: { ...rest, server: { ...server, timeoutSeconds: null } } })).toEqual({ voice });
    const own = { voice: { ...rest, server: { ...server, timeoutSeconds: 20 } } };
    expect(fromProviderNames(own)).toEqual(own);
  });

  test("in what users say is no part", () => {
    const said = { metadata: { model }, variableValues: { voice: { provider: "callwright" } } };
    expect(asTheirs(said)).toEqual(said);
  });
});

describe("a simulated number", () => {
  const resource = "phone-number";

  test("is one of the platform, called simulated, in lists, pages and calls", () => {
    const number = { id: "1", provider: "simulated", number: "+15550000001", seed: 3 };
    const theirs = { ...number, provider: "vapi", name: "(simulated)" };
    expect(asTheirs([number], resource)).toEqual([theirs]);
    expect(asTheirs({ results: [{ ...number, name: "Shop" }], metadata: {} }, resource)).toEqual({
      results: [{ ...theirs, name: "Shop (simulated)" }],
      metadata: {},
    });
    expect(asTheirs({ message: { phoneNumber: number } })).toEqual({ message: { phoneNumber: theirs } });
  });

  test.each([undefined, "Shop", "Shop (simulated)", "(simulated)"])("keeps its name: %s", (name) => {
    for (const provider of ["simulated", "vapi"]) {
      const number = { provider, number: "+15550000001", ...(name !== undefined && { name }) };
      expect(fromProviderNames(asTheirs(number, resource), { resource })).toEqual(number);
    }
  });

  test("is changed by a body that names the kind alone", () => {
    expect(fromProviderNames({ provider: "vapi", name: "Front" }, { resource, isChange: true })).toEqual({ name: "Front" });
  });
});

test("a tool is changed by a body that names the kind alone", () => {
  const change = { type: "function", messages: [] };
  expect(fromProviderNames(change, { resource: "tool", isChange: true })).toEqual({ messages: [] });
  expect(fromProviderNames(change, { resource: "tool" })).toEqual(change);
});

test("the ways of calls and their costs have the hosted platform's names, and lists of messages its quotes", () => {
  const call = {
    transport: { provider: "callwright", callUrl: "https://voice.example/call" },
    costs: [{ type: "transport", provider: "callwright", cost: 0 }],
    assistant: { serverMessages: ["hang", "transcript[transcriptType='final']", 'transcript[transcriptType="final"]'] },
  };
  expect(asTheirs(call, "call")).toEqual({
    transport: { provider: "daily", callUrl: "https://voice.example/call" },
    costs: [{ type: "transport", cost: 0 }],
    assistant: { serverMessages: ["hang", 'transcript[transcriptType="final"]'] },
  });
});

test("a server entry asks for these names by a header of any case", () => {
  expect(wantsProviderNames({ "callwright-compat": "provider" })).toBe(true);
  expect(wantsProviderNames({ "Callwright-Compat": "other" })).toBe(false);
  expect(wantsProviderNames(undefined)).toBe(false);
});
