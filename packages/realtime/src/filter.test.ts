import { expect, it } from "vitest";
import { FunctionError } from "./failure.ts";
import { type Comparison, type Filter, type FilterTarget, makeFilter } from "./filter.ts";

type Field = "status" | "cost";
type Row = Record<Field, string | number>;

const COMPARISONS: Record<Comparison, (left: unknown, right: unknown) => boolean> = {
  eq: (left, right) => left === right,
  neq: (left, right) => left !== right,
  lt: (left, right) => Number(left) < Number(right),
  lte: (left, right) => Number(left) <= Number(right),
  gt: (left, right) => Number(left) > Number(right),
  gte: (left, right) => Number(left) >= Number(right),
};

const TEST: FilterTarget<Field, (row: Row) => boolean> = {
  and: (parts) => (row) => parts.every((part) => part(row)),
  or: (parts) => (row) => parts.some((part) => part(row)),
  not: (part) => (row) => !part(row),
  compare: (field, comparison, value) => (row) => COMPARISONS[comparison](row[field], value),
  isIn: (field, values) => (row) => values.includes(row[field]),
};

const ROWS: Row[] = [
  { status: "queued", cost: 0 },
  { status: "in-progress", cost: 1 },
  { status: "ended", cost: 2 },
  { status: "ended", cost: 3 },
];

const costs = (filter: Filter<Field>) => ROWS.filter(makeFilter(filter, 256, TEST)).map(({ cost }) => cost);

it("makes every operator", () => {
  expect(costs({ op: "eq", field: "status", value: "ended" })).toEqual([2, 3]);
  expect(costs({ op: "neq", field: "status", value: "ended" })).toEqual([0, 1]);
  expect(costs({ op: "lt", field: "cost", value: 2 })).toEqual([0, 1]);
  expect(costs({ op: "lte", field: "cost", value: 2 })).toEqual([0, 1, 2]);
  expect(costs({ op: "gt", field: "cost", value: 2 })).toEqual([3]);
  expect(costs({ op: "gte", field: "cost", value: 2 })).toEqual([2, 3]);
  expect(costs({ op: "in", field: "cost", values: [0, 3] })).toEqual([0, 3]);
  expect(costs({ op: "not", filter: { op: "eq", field: "cost", value: 1 } })).toEqual([0, 2, 3]);
  const ended: Filter<Field> = { op: "eq", field: "status", value: "ended" };
  expect(costs({ op: "and", filters: [ended, { op: "gt", field: "cost", value: 2 }] })).toEqual([3]);
  expect(costs({ op: "or", filters: [ended, { op: "eq", field: "cost", value: 0 }] })).toEqual([0, 2, 3]);
});

it("has at most 256 operators, and says so", () => {
  const conditions = (count: number): Filter<Field>[] =>
    Array.from({ length: count }, () => ({ op: "eq", field: "cost", value: 1 }));
  const tooMany = new FunctionError("filter-too-large", "Can't construct query with more than 256 operators");
  expect(costs({ op: "or", filters: conditions(255) })).toEqual([1]);
  expect(() => costs({ op: "or", filters: conditions(256) })).toThrow(tooMany);
  const values = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(costs({ op: "in", field: "cost", values: values(256) })).toEqual([0, 1, 2, 3]);
  expect(() => costs({ op: "in", field: "cost", values: values(257) })).toThrow(tooMany);
});

it("refuses what is nested too deeply without going there", () => {
  let deep: Filter<Field> = { op: "eq", field: "cost", value: 1 };
  for (let depth = 0; depth < 100_000; depth++) deep = { op: "not", filter: deep };
  expect(() => costs(deep)).toThrow("Can't construct query with more than 256 operators");
});
