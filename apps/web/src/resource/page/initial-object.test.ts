import { CreateCredential, CreateSquad, CreateTool } from "@callwright/contract";
import { expect, test } from "vitest";
import { initialObject } from "./initial-object.ts";

test("a new thing starts as its description says, or with empty places for what it needs", () => {
  expect(initialObject({ schema: CreateTool, initial: { type: "function" } })).toEqual({ type: "function" });
  expect(initialObject({ schema: CreateSquad })).toEqual({ members: [] });
});

test("a kind that is asked for comes before the description's own; one that there is not is nothing", () => {
  expect(initialObject({ schema: CreateCredential, initial: {} }, "openai")).toEqual({ provider: "openai" });
  expect(initialObject({ schema: CreateCredential, initial: {} }, "nobody")).toEqual({});
  expect(initialObject({ schema: CreateTool, initial: { type: "function", async: true } }, "endCall")).toEqual({
    type: "endCall",
  });
});
