import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import type { ConfigProblem } from "../problems.ts";
import { problemLint } from "./JsonEditor.tsx";

const marksIn = async (doc: string, problems: readonly ConfigProblem[] = []) => {
  const view = { state: EditorState.create({ doc, extensions: [json()] }) } as EditorView;
  return (await problemLint(() => problems)(view)).map(({ from, to, severity }) => ({ from, to, severity }));
};

test("a text that is no JSON is marked, an empty one is not", async () => {
  expect(await marksIn('{"a": }')).toHaveLength(1);
  expect(await marksIn("")).toEqual([]);
  expect(await marksIn(" \n")).toEqual([]);
});

test("a problem is marked at its field", async () => {
  expect(await marksIn('{"a": 1}', [{ path: "a", message: "too small" }])).toEqual([{ from: 6, to: 7, severity: "error" }]);
});
