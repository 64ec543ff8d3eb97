import { expect, test } from "vitest";
import { humanName, humanValue, inSentence, singularName, unitOf, withDistinctLabels, withoutId } from "./field-names.ts";

test.each([
  ["firstMessage", "First message"],
  ["serverUrl", "Server URL"],
  ["imageUrls", "Image URLs"],
  ["sms", "SMS"],
  ["in_call", "In call"],
])("%s reads %s", (name, text) => {
  expect(humanName(name)).toBe(text);
});

test.each([
  ["members", "member"],
  ["entries", "entry"],
  ["matches", "match"],
  ["addresses", "address"],
  ["address", "address"],
  ["status", "status"],
  ["phrases", "phrase"],
  ["Other fields", "Other field"],
])("one of %s is a %s", (many, one) => {
  expect(singularName(many)).toBe(one);
});

test("inside a sentence a label is in lower case, an abbreviation is not", () => {
  expect(inSentence("Member")).toBe("member");
  expect(inSentence("Web page")).toBe("web page");
  expect(inSentence("SIP trunk")).toBe("SIP trunk");
});

test("a unit at the end of a name is taken out of it", () => {
  expect(unitOf("maxDurationSeconds")).toEqual({ name: "maxDuration", unit: "s" });
  expect(unitOf("delayMs")).toEqual({ name: "delay", unit: "ms" });
  expect(unitOf("items")).toEqual({ name: "items", unit: undefined });
});

test("values read as words, providers as their makers write them, names of models as they are", () => {
  expect(humanValue("in-progress")).toBe("In progress");
  expect(humanValue("gpt-4.1")).toBe("gpt-4.1");
  expect(humanValue("azure-openai")).toBe("Azure OpenAI");
  expect(humanValue("lastNMessages")).toBe("Last n messages");
  expect(humanValue("NumericScale")).toBe("Numeric scale");
  expect(humanValue("assistant.speech.interrupted")).toBe("Assistant speech interrupted");
  for (const code of ["en-US", "RSA-OAEP-256", "GET", "wav;l16", "ipv4", "eastus2"]) expect(humanValue(code)).toBe(code);
});

test("a field with an id is called like what it points to", () => {
  expect(humanName(withoutId("assistantId"))).toBe("Assistant");
  expect(humanName(withoutId("toolIds"))).toBe("Tools");
});

test("a thing and its id have different labels", () => {
  const fields = ["tools", "toolIds", "name", "credentialIds"].map((name) => ({ name, label: humanName(withoutId(name)) }));
  const labels = withDistinctLabels(fields, (label) => `${label} (inline)`).map(({ label }) => label);
  expect(labels).toEqual(["Tools (inline)", "Tools", "Name", "Credentials"]);
});
