import { CreateAssistant, CreateTestSuite } from "@callwright/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { configProblems, problemAt, serverProblems } from "./problems.ts";

test("what the contract refuses is found with its path", () => {
  const problems = configProblems(CreateAssistant, {
    name: "",
    model: { provider: "custom-llm", model: "m", url: "here" },
    maxDurationSeconds: 5,
    frstMessage: "Hello",
    extra: 1,
  });
  expect(problems.map(({ path }) => path).toSorted()).toEqual(["", "maxDurationSeconds", "model.url", "name"]);
  // The server keeps what is unknown, and reads older names.
  expect(configProblems(CreateAssistant, { name: "Riley", extra: 1, serverUrl: "https://a.example" })).toEqual([]);
});

test("problems are put into our words where we have some", () => {
  const problems = configProblems(CreateAssistant, { name: "", maxDurationSeconds: "x" }, (issue) =>
    issue.code === "too_small" ? "Required." : undefined,
  );
  expect(problems).toContainEqual({ path: "name", message: "Required." });
  expect(problems.find(({ path }) => path === "maxDurationSeconds")?.message).toContain("expected number");
});

test("a rule about several fields names them", () => {
  const found: unknown[] = [];
  configProblems(CreateTestSuite, { targetPlan: {} }, (issue) => {
    if (issue.code === "custom") found.push(issue.params);
    return undefined;
  });
  expect(found).toEqual([
    { problem: "exactlyOne", names: ["assistantId", "squadId", "workflowId", "phoneNumberId", "phoneNumber"] },
  ]);
});

test("of a union the member that comes closest says what is wrong", () => {
  const schema = z.object({ to: z.union([z.string(), z.object({ kind: z.literal("a"), id: z.string().min(2) })]) });
  expect(configProblems(schema, { to: { kind: "a", id: "" } }).map(({ path }) => path)).toEqual(["to.id"]);
  expect(configProblems(schema, { to: 4 }).map(({ path }) => path)).toEqual(["to"]);
});

test("the server's entries find their fields", () => {
  expect(
    serverProblems(
      [
        "model.url is required",
        "endCallPhrases.0 must have at least 2 characters",
        "property color should not exist",
        "voice.property color should not exist",
        "must be an object",
        "The body is too deep",
      ],
      new Set(["model", "voice", "endCallPhrases"]),
    ),
  ).toEqual([
    { path: "model.url", message: "is required" },
    { path: "endCallPhrases.0", message: "must have at least 2 characters" },
    { path: "", message: "property color should not exist" },
    { path: "voice", message: "property color should not exist" },
    { path: "", message: "must be an object" },
    { path: "", message: "The body is too deep" },
  ]);
});

test("a field shows its own problem before one inside it, and not its neighbors'", () => {
  const problems = [
    { path: "endCallPhrases.1", message: "inside" },
    { path: "endCallPhrases", message: "own" },
    { path: "endCallMessage", message: "other" },
  ];
  expect(problemAt(problems, "endCallPhrases")).toBe("own");
  expect(problemAt(problems.slice(0, 1), "endCallPhrases")).toBe("inside");
  expect(problemAt(problems, "endCall")).toBeUndefined();
});
