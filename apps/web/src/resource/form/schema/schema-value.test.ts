import { expect, test } from "vitest";
import {
  choicesFrom,
  isDrawable,
  kindOf,
  otherKeywords,
  propertiesOf,
  valueFrom,
  withChanged,
  withExample,
  withKeyword,
  withKind,
  withMoved,
  withoutProperty,
  withProperty,
  withRenamed,
  withRequired,
  withType,
} from "./schema-value.ts";

const booking = {
  type: "object",
  properties: { day: { type: "string", format: "date" }, seats: { type: "integer", minimum: 1 } },
  required: ["day"],
  additionalProperties: false,
};

test("the fields of an object, in their order", () => {
  expect(propertiesOf(booking)).toEqual([
    { name: "day", schema: booking.properties.day, isRequired: true },
    { name: "seats", schema: booking.properties.seats, isRequired: false },
  ]);
});

test("a renamed field keeps its place and stays required", () => {
  const renamed = withRenamed(booking, "day", "date");
  expect(Object.keys(renamed.properties as object)).toEqual(["date", "seats"]);
  expect(renamed).toEqual({
    ...booking,
    properties: { date: booking.properties.day, seats: booking.properties.seats },
    required: ["date"],
  });
  expect(withRenamed({ type: "object", properties: { a: {} } }, "a", "b")).not.toHaveProperty("required");
});

test("a field that goes is no longer required, and an empty list of required ones goes with it", () => {
  expect(withoutProperty(booking, "day")).toEqual({
    type: "object",
    properties: { seats: booking.properties.seats },
    additionalProperties: false,
  });
  expect(withRequired(booking, "seats", true).required).toEqual(["day", "seats"]);
});

test("a new field has a name that is free", () => {
  const { name, schema } = withProperty({ type: "object", properties: { field2: {} } });
  expect(name).toBe("field3");
  expect(propertiesOf(schema).map((each) => each.name)).toEqual(["field2", "field3"]);
  expect(withProperty({ type: "object" }).schema).toEqual({ type: "object", properties: { field1: { type: "string" } } });
});

test("another type keeps what means something for it, and has what it needs", () => {
  expect(withType({ type: "string", description: "When", format: "date", minimum: 1 }, "integer")).toEqual({
    type: "integer",
    description: "When",
    minimum: 1,
  });
  expect(withType({ type: "string" }, "object")).toEqual({ type: "object", properties: {} });
  expect(withType({ type: "string" }, "array")).toEqual({ type: "array", items: { type: "string" } });
  expect(withType(booking, "string")).toEqual({ type: "string", additionalProperties: false });
  expect(withType({ type: "string", enum: ["a"] }, "number")).toEqual({ type: "number" });
  expect(withType({ type: "integer", enum: [1] }, "number")).toEqual({ type: "number", enum: [1] });
});

test("a kind is a type, a list of values or a day, and each can become another", () => {
  expect(kindOf({ type: "string", enum: ["a"] })).toBe("oneOf");
  expect(kindOf({ type: "string", format: "date" })).toBe("date");
  expect(withKind({ type: "string", enum: ["a"], description: "x" }, "date")).toEqual({
    type: "string",
    description: "x",
    format: "date",
  });
  expect(withKind({ type: "string", format: "date" }, "string")).toEqual({ type: "string" });
  expect(withKind({ type: "string", format: "email" }, "string")).toEqual({ type: "string", format: "email" });
  expect(withKind({ type: "integer" }, "oneOf")).toEqual({ type: "string" });
});

test("an example adds the fields that are missing, with the kinds of its values", () => {
  const example = { day: 5, name: "Ann", from: "2030-01-15", tags: ["a"], of: { isNew: true, price: 1.5 } };
  expect(propertiesOf(withExample(booking, example)).map(({ name, schema }) => [name, kindOf(schema)])).toEqual([
    ["day", "date"],
    ["seats", "integer"],
    ["name", "string"],
    ["from", "date"],
    ["tags", "array"],
    ["of", "object"],
  ]);
});

test("a field moves, and a typed value has its type", () => {
  expect(propertiesOf(withMoved(booking, 1, 0)).map(({ name }) => name)).toEqual(["seats", "day"]);
  expect([
    valueFrom("5", "integer"),
    valueFrom("{{ n }}", "integer"),
    valueFrom("true", "boolean"),
    valueFrom("", "string"),
  ]).toEqual([5, "{{ n }}", true, undefined]);
});

test("keywords without a control stay, and are named", () => {
  const changed = withChanged(booking, "seats", withKeyword(booking.properties.seats, "description", "How many"));
  expect(changed.properties).toMatchObject({ seats: { type: "integer", minimum: 1, description: "How many" } });
  expect(otherKeywords(booking.properties.seats)).toEqual(["minimum"]);
  expect(withKeyword({ type: "string", title: "x" }, "title", undefined)).toEqual({ type: "string" });
});

test("the values of a number are numbers", () => {
  expect(choicesFrom(["1", "two", "3"], "integer")).toEqual([1, 3]);
  expect(choicesFrom(["1"], "string")).toEqual(["1"]);
  expect(choicesFrom([], "string")).toBeUndefined();
});

test.each([
  ["an object", booking, true],
  ["one without a type", {}, true],
  ["two types", { type: ["string", "null"] }, false],
  ["an odd part", { type: "object", properties: { a: true } }, false],
  ["odd entries", { type: "array", items: [{ type: "string" }] }, false],
  ["a constant list of anything", { type: "string", enum: [null] }, false],
  ["no schema", "string", false],
])("%s: controls can show it, or not", (_, schema, drawable) => {
  expect(isDrawable(schema)).toBe(drawable);
});
