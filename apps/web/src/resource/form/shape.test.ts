import { CreateTool, FunctionDefinition, InlineTool, JsonSchema } from "@callwright/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "./json-schema.ts";
import { canShow, shapeOf } from "./shape.ts";

function shapeOfField(schema: z.ZodType, name = "field") {
  const root = jsonSchemaOf(z.object({ [name]: schema }));
  const field = root.properties?.[name];
  return shapeOf(field, name, root);
}

describe("a field is drawn as what it is", () => {
  test.each([
    ["a short text", z.string().max(40), "text"],
    ["a secret", z.string().meta({ secret: true }).optional(), "secret"],
    ["a number", z.number().min(1), "number"],
    ["yes or no", z.boolean().optional(), "boolean"],
    ["a choice", z.enum(["a", "b"]).nullable().optional(), "choice"],
    ["a moment", z.iso.datetime({ offset: true }), "instant"],
    ["a file", z.file(), "file"],
    ["texts", z.array(z.string().max(20)), "texts"],
    ["choices", z.array(z.enum(["a", "b"])), "choices"],
    ["long texts", z.array(z.string().max(9000)), "list"],
    ["headers", z.record(z.string(), z.string()), "map"],
    ["anything", z.unknown(), "json"],
    ["an object of anything", z.record(z.string(), z.unknown()), "json"],
    ["an object", z.object({ a: z.string() }), "object"],
    ["a union", z.union([z.string(), z.object({ a: z.string() })]), "union"],
  ])("%s", (_, schema, kind) => {
    expect(shapeOfField(schema).kind).toBe(kind);
  });
});

test("the id of something else is chosen from there", () => {
  expect(shapeOfField(z.uuid().nullable().optional(), "assistantId")).toMatchObject({
    kind: "reference",
    to: { path: "assistants" },
  });
  expect(shapeOfField(z.array(z.uuid()), "allowedAssistantIds")).toMatchObject({ kind: "reference", isList: true });
  expect(shapeOfField(z.uuid(), "requestId").kind).toBe("text");
});

test("usual values are offered where a text is free", () => {
  const shape = shapeOfField(z.union([z.enum(["off", "office"]), z.url()]));
  expect(shape).toMatchObject({ kind: "text", suggestions: ["off", "office"], isLong: false });
  expect(shapeOfField(z.string().meta({ examples: ["gpt-4.1"] }))).toMatchObject({ suggestions: ["gpt-4.1"] });
});

test("long texts get lines: by their limit, or by their name", () => {
  expect(shapeOfField(z.string().max(1000))).toMatchObject({ isLong: true });
  expect(shapeOfField(z.string(), "systemPrompt")).toMatchObject({ isLong: true });
  expect(shapeOfField(z.string(), "model")).toMatchObject({ isLong: false });
});

test("limits of numbers that say nothing are left out", () => {
  expect(shapeOfField(z.number().int().min(0))).toEqual({ kind: "number", isInteger: true, min: 0, max: undefined });
});

test("a value the control could not show is shown as JSON", () => {
  expect(canShow(shapeOfField(z.string()), { a: 1 })).toBe(false);
  expect(canShow(shapeOfField(z.array(z.string())), ["a", 1])).toBe(false);
  expect(canShow(shapeOfField(z.object({ a: z.string() })), { other: 1 })).toBe(true);
  expect(canShow(shapeOfField(z.number()), undefined)).toBe(true);
});

test("JSON Schema is edited as what it describes, wherever it is", () => {
  expect(shapeOfField(JsonSchema)).toMatchObject({ kind: "schema", types: expect.arrayContaining(["string", "object"]) });
  const { parameters } = FunctionDefinition.shape;
  expect(shapeOfField(parameters)).toEqual({ kind: "schema", types: ["object"] });
  expect(canShow(shapeOfField(parameters), { type: "object", properties: { day: { type: "string" } } })).toBe(true);
  expect(canShow(shapeOfField(parameters), "string")).toBe(false);
  expect(shapeOfField(z.object({ type: z.string(), properties: z.record(z.string(), z.string()) })).kind).toBe("object");
});

test("a code tool inside something else has no field that is refused there", () => {
  const fieldsOf = (schema: z.ZodType) => {
    const root = jsonSchemaOf(schema);
    const shape = shapeOf(root, "tool", root);
    const code = shape.kind === "union" ? shape.options.find(({ key }) => key === "code")?.schema : undefined;
    const drawn = shapeOf(code, "tool", root);
    return drawn.kind === "object" ? drawn.fields.map(({ name }) => name) : [];
  };
  const [own, inside] = [fieldsOf(CreateTool), fieldsOf(InlineTool)];
  expect(own).toContain("environmentVariables");
  expect(inside).toEqual(own.filter((name) => name !== "environmentVariables"));
});
