import type { SimulationMatrix, SimulationRun } from "@callwright/contract";
import { expect, test } from "vitest";
import { cellsOf } from "./cells.ts";
import { junitSuiteOf } from "./junit-cases.ts";
import { linesOf } from "./lines.ts";
import { markdownOf } from "./markdown.ts";
import { type Judged, resultOf } from "./suite-result.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const CALLERS = [{ key: "angry", name: "Angry" }, { name: "Neutral" }];

const STATUSES: Record<string, "passed" | "failed"> = { p: "passed", f: "failed" };

/** A cell for each text: `p` passed, `f` failed, `c` canceled; with `~` it is unstable. Two callers of one scenario. */
function matrixOf(...cells: string[]): SimulationMatrix {
  return {
    scenarios: [{ id: ID, name: "Books <b>a</b> table" }],
    callers: CALLERS,
    cells: cells.map((verdicts, caller) => {
      const items = [...verdicts.replace("~", "")].map((verdict, index) => ({
        id: `${caller}-${index}`,
        seed: index + 1,
        status: STATUSES[verdict] ?? ("canceled" as const),
        ...(verdict === "f" && { why: "Names the day", turn: 2 }),
      }));
      const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
      const counts = { passed: count("passed"), failed: count("failed"), open: count("canceled") };
      return { scenario: 0, caller, simulationId: ID, ...counts, isUnstable: verdicts.includes("~"), items };
    }),
  };
}

const resultOfCells = (matrix: SimulationMatrix, judged: Partial<Judged> = {}, endedReason = "completed") => {
  const run = { id: ID, seed: 1, endedReason } as unknown as SimulationRun;
  return resultOf({ suite: { id: ID, name: "Smoke" }, run, url: "https://a.example/run", matrix }, { minimum: 1, ...judged });
};

test("unstable conversations never fail: they are counted apart, and skipped in JUnit", () => {
  const result = resultOfCells(matrixOf("~pfp", "ppp"));
  expect(result).toMatchObject({ failures: [], counted: { passed: 3, total: 3 }, unstable: 3 });
  expect(linesOf(result)).toContain("  unst  Books <b>a</b> table × Angry  2 of 3");
  expect(markdownOf([result])).toContain(
    "| Books &lt;b>a&lt;/b> table | ~ unstable, 2 of 3 (20.8–93.9 %) | ✓ 3 of 3 (43.9–100 %) |",
  );
  const { cases } = junitSuiteOf(result, new Map());
  expect(cases.filter(({ failure }) => failure)).toEqual([]);
  expect(cases.filter(({ skipped }) => skipped?.includes("Names the day"))).toHaveLength(1);
});

test("the minimum is a share of what counts, exactly", () => {
  const seven = matrixOf(`${"p".repeat(7)}${"f".repeat(93)}`);
  expect(resultOfCells(seven, { minimum: 0.07 }).failures).toEqual([]);
  expect(resultOfCells(seven, { minimum: 0.071 }).failures).toEqual([
    "7 of 100 passed: 7 % (95 % interval 3.4–13.7 %); at least 7.1 % must pass",
  ]);
});

test("a conversation without a result fails the suite, whatever the minimum is", () => {
  const result = resultOfCells(matrixOf("ppc"), { minimum: 0 });
  expect(result.failures).toEqual(["1 without a result: they were canceled"]);
  expect(junitSuiteOf(result, new Map()).cases.map(({ error }) => error)).toEqual([undefined, undefined, "It was canceled."]);
  expect(resultOfCells(matrixOf("ppc"), { minimum: 0 }, "The run was canceled.").failures).toEqual([
    "1 without a result: The run was canceled.",
  ]);
});

test("3 of 20 against 5 of 20 is no difference, and unstable cells are not compared", () => {
  const passes = (count: number) => "p".repeat(count).padEnd(20, "f");
  const before = { label: "version 3", cells: cellsOf(matrixOf(passes(5), "p")) };
  const small = resultOfCells(matrixOf(passes(3), "~f"), { minimum: 0, before });
  expect(small.failures).toEqual([]);
  expect(small.comparison).toMatchObject({
    before: { passed: 5, total: 20 },
    change: { verdict: "no difference" },
    changed: [{ title: "Books <b>a</b> table × Angry", broken: [4, 5], mended: [] }],
    unpaired: 0,
  });
  const big = resultOfCells(matrixOf(passes(0)), { minimum: 0, before: { ...before, cells: cellsOf(matrixOf(passes(20))) } });
  expect(big.failures).toEqual(["worse than version 3"]);
});
