import type { CreateTool } from "@callwright/contract";
import { expect, test } from "vitest";
import { filesOf, withFiles } from "./attached-files.ts";

const query = (...fileIds: string[]): CreateTool => ({
  type: "query",
  knowledgeBases: [{ name: "files", provider: "google", description: "About us.", fileIds }],
});
const other: CreateTool = { type: "endCall" };

test("a file is attached by a tool of the assistant, beside those that are there", () => {
  expect(withFiles([other], ["a"], "About us.")).toEqual([other, query("a")]);
  expect(withFiles([query("a"), other], ["a", "b"], "Another.")).toEqual([query("a", "b"), other]);
});

test("a file is removed from all tools, and a tool without files with it", () => {
  const tools = [query("a", "b"), other, query("b")];
  expect(filesOf(tools)).toEqual(["a", "b"]);
  expect(withFiles(tools, ["a"], "")).toEqual([query("a"), other]);
});
