import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "../form/json-schema.ts";
import { jsonCompletion } from "./json-completion.ts";
import { nodeAt } from "./json-position.ts";

const root = jsonSchemaOf(
  z.object({
    name: z.string().meta({ title: "Name" }).optional(),
    mode: z.enum(["fast", "slow"]).optional(),
    tools: z.array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("end"), goodbye: z.string().optional() }),
        z.object({ type: z.literal("http"), url: z.string(), retry: z.boolean().optional() }),
      ]),
    ),
  }),
);

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: [json()] });
}

/** The completions at `|`. */
async function offered(text: string): Promise<string[]> {
  const position = text.indexOf("|");
  const context = new CompletionContext(stateOf(text.replace("|", "")), position, true);
  const result: CompletionResult | null = await jsonCompletion(root, root)(context);
  return result?.options.map(({ label }) => label) ?? [];
}

test("fields that are not there yet are offered", async () => {
  expect(await offered('{ "mode": "fast", | }')).toEqual(['"name"', '"tools"']);
  expect(await offered('{ "na|" }')).toContain('"name"');
});

test("the values of a list of values are offered", async () => {
  expect(await offered('{ "mode": | }')).toEqual(['"fast"', '"slow"']);
  expect(await offered('{ "mode": "|" }')).toEqual(['"fast"', '"slow"']);
  expect(await offered('{ "tools": [{ "type": "http", "url": "", "retry": t| }] }')).toEqual(["true", "false"]);
});

test("of a union what its kind has, once that is written", async () => {
  expect(await offered('{ "tools": [{ | }] }')).toEqual(['"type"', '"goodbye"', '"url"', '"retry"']);
  expect(await offered('{ "tools": [{ "type": "http", "url": ""| }] }')).toEqual([]);
  expect(await offered('{ "tools": [{ "type": "end" }, { "type": "http", "re|": true }] }')).toEqual(['"url"', '"retry"']);
});

test("a problem is underlined at its value, or where it would be", () => {
  const state = stateOf('{ "tools": [{ "type": "end" }, { "type": "http" }] }');
  const textAt = (path: string[]) => {
    const node = nodeAt(state, path);
    return node && state.sliceDoc(node.from, node.to);
  };
  expect(textAt(["tools", "1", "type"])).toBe('"http"');
  expect(textAt(["tools", "1", "url"])).toBe('{ "type": "http" }');
  expect(textAt([])).toBe(state.doc.toString());
});
