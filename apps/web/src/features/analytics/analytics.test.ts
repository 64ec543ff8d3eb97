import { AnalyticsQuery } from "@callwright/contract";
import { expect, test } from "vitest";
import { queryOf } from "./analytics-query.ts";
import { analyticsSearch, withColumn, withOperation } from "./analytics-search.ts";
import { amountText, chartData, MAX_SERIES } from "./chart-data.ts";
import { stepDates } from "./step-dates.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00.000Z");

test("an address is read as far as it is a query", () => {
  const search = {
    values: ["avg:duration", "avg:nothing", "avg:id", "avg:duration", 3],
    groupBy: ["status", "mood"],
    step: "hour",
    range: "eon",
    timezone: 2,
  };
  expect(analyticsSearch(search)).toEqual({ values: ["avg:duration"], groupBy: ["status"], step: "hour" });
});

test("an address takes the steps of its range", () => {
  expect(analyticsSearch({ range: "year", step: "hour" })).toEqual({ range: "year" });
  expect(analyticsSearch({ range: "year", step: "millennium" })).toEqual({ range: "year" });
  expect(analyticsSearch({ range: "month", step: "hour" })).toEqual({ range: "month", step: "hour" });
});

test("calls can only be counted", () => {
  expect(withOperation("count:id", "avg")).toBe("avg:duration");
  expect(withOperation("sum:cost", "avg")).toBe("avg:cost");
  expect(withColumn("avg:duration", "id")).toBe("count:id");
});

test.each([{}, { values: ["count:id", "sum:cost"], groupBy: ["status"], variables: ["plan"], step: "none", range: "year" }])(
  "%j is a query the contract takes",
  (address) => {
    const query = queryOf(analyticsSearch(address), NOW_MS, "Europe/Vienna");
    expect(AnalyticsQuery.parse(query)).toEqual(query);
  },
);

const reading = {
  value: "count:id",
  keys: ["status"],
  dates: ["2026-11-19", "2026-11-20", "2026-11-21"],
  nameOf: (_: string, value: unknown) => String(value),
  single: "All",
};

test("groups are lines over the dates there are, the largest first and no more than can be told apart", () => {
  const rows = [
    { date: "2026-11-20", status: "queued", "count:id": 1 },
    { date: "2026-11-21", status: "ended", "count:id": 3 },
    ...Array.from({ length: 9 }, (_, index) => ({ date: "2026-11-21", status: `s${index}`, "count:id": 0.1 })),
  ];
  const { places, series, omitted } = chartData(rows, reading);
  expect(places).toEqual(reading.dates);
  expect(series.slice(0, 2)).toEqual([
    { name: "ended", values: [0, 0, 3] },
    { name: "queued", values: [0, 1, 0] },
  ]);
  expect([series.length, omitted]).toEqual([MAX_SERIES, 5]);
});

test("successful and unsuccessful calls are told apart, whichever are more", () => {
  const rows = ["false", "true", "7"].map((success) => ({
    date: "2026-11-21",
    "analysis.successEvaluation": success,
    "count:id": 1,
  }));
  const { series } = chartData(rows, { ...reading, keys: ["analysis.successEvaluation"] });
  expect(series.map(({ name, isSuccess }) => [name, isSuccess])).toEqual([
    ["false", false],
    ["true", true],
    ["7", undefined],
  ]);
});

test("a step without calls has no average", () => {
  const rows = [{ date: "2026-11-20", "avg:duration": 7 }];
  const { places, series } = chartData(rows, { ...reading, value: "avg:duration", keys: [] });
  expect(places).toEqual(reading.dates);
  expect(series).toEqual([{ name: "All", values: [undefined, 7, undefined] }]);
});

test.each([
  ["hour", "UTC", ["2026-03-29T00:00:00.000Z", "2026-03-29T01:00:00.000Z"], "2026-03-29T00:30:00Z", "2026-03-29T01:59:00Z"],
  [
    "day",
    "Europe/Vienna",
    ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    "2026-03-29T10:00:00Z",
    "2026-03-30T10:00:00Z",
  ],
  ["week", "UTC", ["2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"], "2026-11-22T23:00:00Z", "2026-11-23T01:00:00Z"],
  ["quarter", "UTC", ["2026-10-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"], "2026-11-22T23:00:00Z", "2027-01-01T00:00:00Z"],
  ["month", "Asia/Kolkata", ["2026-11-30T18:30:00.000Z"], "2026-12-01T00:00:00Z", "2026-12-20T00:00:00Z"],
] as const)("each %s in %s is there", (step, timezone, dates, start, end) => {
  expect(stepDates(step, { start, end, timezone })).toEqual(dates);
});

test("two groups of the same name are two lines", () => {
  const rows = ["one", "other"].map((status) => ({ date: "2026-11-21", status, "count:id": 1 }));
  const { series } = chartData(rows, { ...reading, dates: [], nameOf: () => "Riley" });
  expect(series).toEqual([
    { name: "Riley", values: [1] },
    { name: "Riley", values: [1] },
  ]);
});

test("without dates each group is a bar; a history has dates of its own", () => {
  expect(chartData([{ status: "ended", "count:id": 3 }], { ...reading, dates: undefined })).toEqual({
    places: ["ended"],
    series: [{ name: "All", values: [3] }],
    omitted: 0,
  });
  const two = [
    { status: "queued", "count:id": 1 },
    { status: "ended", "count:id": 3 },
  ];
  expect(chartData(two, { ...reading, dates: undefined }).places).toEqual(["ended", "queued"]);
  const history = [{ "history:concurrency": [{ date: "2026-11-20", value: 2 }] }];
  expect(chartData(history, { ...reading, value: "history:concurrency", keys: [] })).toEqual({
    places: ["2026-11-20"],
    series: [{ name: "All", values: [2] }],
    omitted: 0,
  });
});

test.each([
  [0, "0"],
  [0.0005, "0.0005"],
  [0.123456, "0.123"],
  [1234.5678, "1,234.568"],
])("%d is told as %s", (amount, words) => {
  expect(amountText(amount)).toBe(words);
});
