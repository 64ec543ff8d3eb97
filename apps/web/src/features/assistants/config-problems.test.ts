import { expect, test } from "vitest";
import { configProblems, problemAt, serverProblems } from "./config-problems.ts";

test("what the contract refuses is found with its path", () => {
  const problems = configProblems({ name: "", model: { provider: "custom-llm", model: "m" }, maxDurationSeconds: 5, extra: 1 });
  expect(problems.map(({ path }) => path).toSorted()).toEqual(["", "maxDurationSeconds", "model.url", "name"]);
  expect(configProblems({ name: "Riley" })).toEqual([]);
});

test("problems are put into our words where we have some", () => {
  const problems = configProblems({ name: "", maxDurationSeconds: "x" }, (issue) =>
    issue.code === "too_small" ? "Required." : undefined,
  );
  expect(problems).toContainEqual({ path: "name", message: "Required." });
  expect(problems.find(({ path }) => path === "maxDurationSeconds")?.message).toContain("expected number");
});

test("the server's entries find their fields", () => {
  expect(
    serverProblems([
      "config.model.url is required",
      "config.endCallPhrases.0 must have at least 2 characters",
      "config.property colour should not exist",
      "config.voice.property colour should not exist",
      "config must be an object",
      "The body is too deep",
    ]),
  ).toEqual([
    { path: "model.url", message: "is required" },
    { path: "endCallPhrases.0", message: "must have at least 2 characters" },
    { path: "", message: "property colour should not exist" },
    { path: "voice", message: "property colour should not exist" },
    { path: "", message: "must be an object" },
    { path: "", message: "The body is too deep" },
  ]);
});

test("a field shows its own problem before one inside it, and none of its neighbours'", () => {
  const problems = [
    { path: "endCallPhrases.1", message: "inside" },
    { path: "endCallPhrases", message: "own" },
    { path: "endCallMessage", message: "other" },
  ];
  expect(problemAt(problems, "endCallPhrases")).toBe("own");
  expect(problemAt(problems.slice(0, 1), "endCallPhrases")).toBe("inside");
  expect(problemAt(problems, "endCall")).toBeUndefined();
});
