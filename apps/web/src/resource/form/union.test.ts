import { expect, test } from "vitest";
import { z } from "zod";
import { valueAs } from "./initial-value.ts";
import { alternativesOf, jsonSchemaOf } from "./json-schema.ts";
import { optionOf, unionOptions } from "./union.ts";

const Voice = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("own"), voiceId: z.string(), speed: z.number().optional() }),
  z.object({ provider: z.enum(["a", "b"]), voiceId: z.string(), language: z.string().optional() }),
]);

function optionsOf(schema: z.ZodType) {
  const root = jsonSchemaOf(schema);
  return { root, options: unionOptions(alternativesOf(root, root), root) };
}

test("alternatives are named by the field that tells them apart", () => {
  const { root, options } = optionsOf(Voice);
  expect(options.map(({ key }) => key)).toEqual(["own", "a", "b"]);
  expect(optionOf(options, { provider: "b", extra: 1 }, root)?.key).toBe("b");
  expect(optionOf(options, { provider: "other" }, root)).toBeUndefined();
  expect(optionOf(options, undefined, root)).toBeUndefined();
});

test("alternatives without such a field are told apart by what they hold", () => {
  const { root, options } = optionsOf(z.union([z.literal("off"), z.object({ url: z.string() }), z.object({ file: z.string() })]));
  expect(optionOf(options, "off", root)?.key).toContain("off");
  expect(optionOf(options, { file: "x" }, root)?.key).toContain("file");
  expect(optionOf(options, 4, root)).toBeUndefined();
});

test("one alternative may have any other text in the field that tells them apart", () => {
  const Rest = z.object({ on: z.string(), do: z.array(z.string()) }).meta({ title: "Other event" });
  const { root, options } = optionsOf(
    z.union([z.object({ on: z.literal("start"), do: z.array(z.string()) }), z.object({ on: z.literal("end") }), Rest]),
  );
  const [start, , rest] = options;
  if (!start || !rest) throw new Error("The union has three options.");
  expect(options.map(({ key }) => key)).toEqual(["start", "end", "Other event"]);
  expect(optionOf(options, { on: "start" }, root)).toBe(start);
  expect(optionOf(options, { on: "noise" }, root)).toBe(rest);
  // The text of another kind would lead back to it.
  const value = valueAs(rest, { on: "start", do: ["wait"] }, "hook", root);
  expect(value).toEqual({ do: [] });
  expect(optionOf(options, value, root)).toBe(rest);
  expect(optionOf(options, {}, root)).toBeUndefined();
});

test("another kind keeps the fields that it has too", () => {
  const { root, options } = optionsOf(Voice);
  const [own, a] = options;
  if (!own || !a) throw new Error("The union has three options.");
  expect(valueAs(a, { provider: "own", voiceId: "v", speed: 2 }, "voice", root)).toEqual({ provider: "a", voiceId: "v" });
  expect(valueAs(own, "off", "voice", root)).toEqual({ provider: "own" });
});

test("another kind keeps required fields that both have alike, and no others", () => {
  const criteria = z.array(z.string());
  const { root, options } = optionsOf(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("chat"), criteria, limits: z.array(z.string()) }),
      z.object({ type: z.literal("voice"), criteria, limits: z.array(z.number()) }),
    ]),
  );
  const [chat, voice] = options;
  if (!voice) throw new Error("The union has two options.");
  const before = { type: "chat", criteria: ["polite"], limits: ["one"] };
  expect(valueAs(voice, before, "test", root, chat)).toEqual({ type: "voice", criteria: ["polite"], limits: [] });
});

test("a recursive schema is followed as far as somebody looks", () => {
  interface Tree {
    name: string;
    children?: Tree[] | undefined;
  }
  const Tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => Tree)).optional() });
  const { root } = optionsOf(z.object({ tree: Tree }));
  expect(alternativesOf(root.properties?.tree, root)).toHaveLength(1);
});
