import { randomUUID } from "node:crypto";
import { Tool } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { hasTarget, isTestable, sampleArguments } from "./sample-arguments.ts";

const stored = {
  id: randomUUID(),
  orgId: randomUUID(),
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
};
const tool = (fields: object): Tool => Tool.parse({ ...stored, ...fields });

const parameters = {
  type: "object",
  properties: {
    product: { type: "string", enum: ["tart", "bread"] },
    quantity: { type: "integer", default: 12 },
    isGift: { type: "boolean" },
    days: { type: "array", items: { type: "string" } },
    address: { type: "object", properties: { street: { type: "string", examples: ["Hazel Street 1"] } } },
  },
};

describe("sampleArguments", () => {
  it("has every parameter of a function, with a value of its kind", () => {
    expect(sampleArguments(tool({ type: "function", function: { name: "order", parameters } }))).toEqual({
      product: "tart",
      quantity: 12,
      isGift: false,
      days: [""],
      address: { street: "Hazel Street 1" },
    });
  });

  it("has what an API request sends in its body and its address, but for what is given", () => {
    const body = { type: "object", properties: { city: { type: "string" }, source: { type: "string", value: "calls" } } };
    const url = "https://example.com/{{ country }}/{{day}}?from={{ customer.number }}";
    expect(sampleArguments(tool({ type: "apiRequest", method: "POST", url, body }))).toEqual({ country: "", day: "", city: "" });
  });

  it("is empty without parameters", () => {
    expect(sampleArguments(tool({ type: "function" }))).toEqual({});
    expect(sampleArguments(tool({ type: "endCall" }))).toEqual({});
  });
});

it("what is answered by a server, code or a service can be tried; a function without a server only with a mock", () => {
  const served = tool({ type: "function", server: { url: "https://example.com" } });
  expect([isTestable(served), hasTarget(served)]).toEqual([true, true]);
  expect(hasTarget(tool({ type: "function" }))).toBe(false);
  expect(isTestable(tool({ type: "apiRequest", method: "GET", url: "https://example.com" }))).toBe(true);
  expect(isTestable(tool({ type: "code", code: "return 1" }))).toBe(true);
  expect(isTestable(tool({ type: "endCall" }))).toBe(false);
});
