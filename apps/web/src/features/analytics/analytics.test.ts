import { AnalyticsQuery } from "@callwright/contract";
import { expect, test } from "vitest";
import { amountText } from "./amount-text.ts";
import { queryOf } from "./analytics-query.ts";
import { analyticsSearch } from "./analytics-search.ts";
import { axisTicks } from "./axis.ts";
import { chartData, MAX_SERIES } from "./chart-data.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00.000Z");

test("an address is read as far as it is a query", () => {
  const search = {
    values: ["avg:duration", "avg:nothing", 3],
    groupBy: ["status", "mood"],
    step: "hour",
    range: "eon",
    timezone: 2,
  };
  expect(analyticsSearch(search)).toEqual({ values: ["avg:duration"], groupBy: ["status"], step: "hour" });
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
  hasDates: true,
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
  expect(places).toEqual(["2026-11-20", "2026-11-21"]);
  expect(series.slice(0, 2)).toEqual([
    { name: "ended", values: [undefined, 3] },
    { name: "queued", values: [1, undefined] },
  ]);
  expect([series.length, omitted]).toEqual([MAX_SERIES, 5]);
});

test("two groups of the same name are two lines", () => {
  const rows = ["one", "other"].map((status) => ({ date: "2026-11-21", status, "count:id": 1 }));
  const { series } = chartData(rows, { ...reading, nameOf: () => "Riley" });
  expect(series).toEqual([
    { name: "Riley", values: [1] },
    { name: "Riley", values: [1] },
  ]);
});

test("without dates each group is a bar; a history has dates of its own", () => {
  expect(chartData([{ status: "ended", "count:id": 3 }], { ...reading, hasDates: false })).toEqual({
    places: ["ended"],
    series: [{ name: "All", values: [3] }],
    omitted: 0,
  });
  const history = [{ "history:concurrency": [{ date: "2026-11-20", value: 2 }] }];
  expect(chartData(history, { ...reading, value: "history:concurrency", keys: [], hasDates: false })).toEqual({
    places: ["2026-11-20"],
    series: [{ name: "All", values: [2] }],
    omitted: 0,
  });
});

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [0.07, [0, 0.02, 0.04, 0.06, 0.08]],
  [1234, [0, 500, 1000, 1500]],
])("the axis of %d has round numbers", (largest, ticks) => {
  expect(axisTicks(largest)).toEqual(ticks);
});

test.each([
  [0, "0"],
  [0.0005, "0.0005"],
  [0.123456, "0.123"],
  [1234.5678, "1,234.568"],
])("%d is told as %s", (amount, words) => {
  expect(amountText(amount)).toBe(words);
});
