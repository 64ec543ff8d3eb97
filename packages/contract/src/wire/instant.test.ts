import { expect, test } from "vitest";
import { SchedulePlan } from "../phone/schedule-plan.ts";
import { readWritten } from "../written/read-written.ts";
import { ListQuery } from "./list-query.ts";

test.each([
  ["2026-01-01", "2026-01-01T00:00:00Z"],
  ["2026-01-01T10:30", "2026-01-01T10:30:00Z"],
  ["2026-01-01T00:00:00", "2026-01-01T00:00:00Z"],
  ["2026-01-01 00:00:00", "2026-01-01T00:00:00Z"],
  ["2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01:00"],
  ["2026-01-01T00:00:00 01:00", "2026-01-01T00:00:00+01:00"],
  ["2026-01-01T00:00:00.123456-05", "2026-01-01T00:00:00.123456-05:00"],
  ["2026-01-01t00:00:00z", "2026-01-01T00:00:00Z"],
])("the time %s is %s, in a body and in a query", (written, read) => {
  expect(readWritten(SchedulePlan, { earliestAt: written })).toMatchObject({ ok: true, value: { earliestAt: read } });
  expect(readWritten(ListQuery, { createdAtGt: written }, { whole: "query" })).toMatchObject({
    ok: true,
    value: { createdAtGt: read },
  });
});

test.each(["yesterday", "2026-13-01", "2026-01-01T25:00", "20260101"])("%s is refused in one sentence", (written) => {
  expect(readWritten(SchedulePlan, { earliestAt: written })).toEqual({
    ok: false,
    problems: ["earliestAt must be an ISO 8601 date and time"],
  });
});
