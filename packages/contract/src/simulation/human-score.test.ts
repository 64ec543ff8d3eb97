import { expect, test } from "vitest";
import { agreement } from "./human-score.ts";

type Verdict = "pass" | "fail";

/** Conversations with one criterion, which the judge and a person scored. */
const scored = (judge: Verdict, person: Verdict, times: number) =>
  Array.from({ length: times }, () => ({ scorerResults: [{ result: judge }], humanScores: [{ scorer: 0, result: person }] }));

test("kappa is that of the literature", () => {
  // 20 of 25 and 15 of 25: the example of two readers of grant proposals. Expected agreement 0.5, kappa 0.4.
  const readers = [
    ...scored("pass", "pass", 20),
    ...scored("pass", "fail", 5),
    ...scored("fail", "pass", 10),
    ...scored("fail", "fail", 15),
  ];
  expect(agreement(readers)).toEqual({ scored: 50, agreed: 35, kappa: expect.closeTo(0.4, 10) });
  expect(agreement(scored("pass", "fail", 3).concat(scored("fail", "pass", 3))).kappa).toBe(-1);
});

test("only criteria that a model judged count, and kappa is absent where chance explains everything", () => {
  const results = [
    { result: "pass" as const },
    { result: "fail" as const, check: { type: "said" } },
    { result: "pass" as const, isSkipped: true },
    { result: "fail" as const, isUnjudged: true },
  ];
  const humanScores = [0, 1, 2, 3, 7].map((scorer) => ({ scorer, result: "pass" as const }));
  expect(agreement([{ scorerResults: results, humanScores }, { scorerResults: results }])).toEqual({ scored: 1, agreed: 1 });
  expect(agreement([])).toEqual({ scored: 0, agreed: 0 });
});
