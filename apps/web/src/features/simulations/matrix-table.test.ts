import type { SimulationMatrix } from "@callwright/contract";
import { expect, test } from "vitest";
import { firstFailures, tableOf } from "./matrix-table.ts";

type Cell = SimulationMatrix["cells"][number];
type Item = Cell["items"][number];

const [BOOKS, MOVES] = [
  { id: "11111111-1111-4111-8111-111111111111", name: "Books" },
  { id: "22222222-2222-4222-8222-222222222222", name: "Moves" },
];
const HURRY = { key: "in-a-hurry", name: "In a hurry" };
const NEUTRAL = { name: "Neutral" };

const item = (status: Item["status"], why?: string): Item => ({
  id: "33333333-3333-4333-8333-333333333333",
  seed: 1,
  status,
  ...(why !== undefined && { why }),
});

const cell = (scenario: number, caller: number, passed: number, failed: number, more: Partial<Cell> = {}): Cell => ({
  scenario,
  caller,
  simulationId: "44444444-4444-4444-8444-444444444444",
  passed,
  failed,
  open: 0,
  isUnstable: false,
  items: [],
  ...more,
});

const matrix = (cells: Cell[], callers = [HURRY, NEUTRAL]): SimulationMatrix => ({ scenarios: [BOOKS, MOVES], callers, cells });

test("cells are compared by scenario and caller, whatever their places", () => {
  const after = matrix([cell(0, 0, 20, 0), cell(0, 1, 20, 0), cell(1, 0, 9, 11), cell(1, 1, 5, 15)]);
  const before = matrix([cell(0, 1, 7, 13), cell(1, 1, 19, 1), cell(1, 0, 3, 17)], [NEUTRAL, HURRY]);
  const table = tableOf(after, before);
  expect(table.rows.map(({ cells }) => cells.map((each) => [each?.passed, each?.before?.passed, each?.change]))).toEqual([
    [
      [20, 7, "better"],
      [20, undefined, undefined],
    ],
    [
      [9, 19, "worse"],
      // 3 of 20 against 5 of 20.
      [5, 3, "no difference"],
    ],
  ]);
  expect([table.better, table.worse, table.same]).toEqual([1, 1, 1]);
  expect([table.sum, table.before]).toEqual([
    { passed: 54, total: 80 },
    { passed: 29, total: 60 },
  ]);
  expect(table.rows.map(({ sum }) => sum)).toEqual([
    { passed: 40, total: 40 },
    { passed: 14, total: 40 },
  ]);
  expect(table.sums).toEqual([
    { passed: 29, total: 40 },
    { passed: 25, total: 40 },
  ]);
});

test("an unstable cell is no change, and a cell without a result is none either", () => {
  const after = matrix([cell(0, 0, 1, 19, { isUnstable: true }), cell(1, 0, 0, 0, { open: 20 })]);
  const before = matrix([cell(0, 0, 20, 0), cell(1, 0, 20, 0)]);
  const table = tableOf(after, before);
  expect([table.better, table.worse, table.same, table.unstable]).toEqual([0, 0, 0, 1]);
  expect(table.rows[1]?.cells).toMatchObject([{ open: 20, total: 0, change: undefined }, undefined]);
});

test("two pairs of one scenario and caller are one cell", () => {
  const { rows } = tableOf(
    matrix([cell(0, 0, 1, 2, { items: [item("passed")] }), cell(0, 0, 3, 0, { items: [item("passed")] })]),
  );
  expect(rows[0]?.cells[0]).toMatchObject({ passed: 4, failed: 2, total: 6, items: [{}, {}] });
});

test("the first failures are counted, the most frequent one first", () => {
  const items = [
    item("failed", "Says goodbye"),
    item("failed", "Finds the day"),
    item("failed", "Finds the day"),
    item("passed"),
  ];
  expect(firstFailures(items)).toEqual([
    { text: "Finds the day", count: 2 },
    { text: "Says goodbye", count: 1 },
  ]);
});
