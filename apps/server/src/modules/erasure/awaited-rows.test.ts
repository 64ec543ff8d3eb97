import { expect, test, vi } from "vitest";
import { AwaitedRows } from "./awaited-rows.ts";
import { rowName } from "./carry-out.ts";

const RUN = { orgId: "org-1", id: "erasure-1" };
const CALL = rowName("call", "call-1");
const waiting = async () => ({ seconds: 300, rows: [CALL] });
const change = (resource: string, ids: readonly string[] | null, orgId = RUN.orgId) => ({ resource, orgId, ids });

function watching() {
  const hurry = vi.fn();
  return { hurry, rows: new AwaitedRows(hurry) };
}

test("a change of a row that is waited for hurries the erasure once; changes of other rows do not", async () => {
  const { hurry, rows } = watching();
  await rows.during(RUN, waiting);
  for (const other of [change("call", ["call-2"]), change("call-event", ["call-1"]), change("call", ["call-1"], "org-2")])
    rows.onChange(other);
  expect(hurry).not.toHaveBeenCalled();
  rows.onChange(change("call", ["call-2", "call-1"]));
  rows.onChange(change("call", ["call-1"]));
  expect(hurry.mock.calls).toEqual([[RUN]]);
});

test.each([
  ["too many to be named", (rows: AwaitedRows) => rows.onChange(change("call", null))],
  ["perhaps missed", (rows: AwaitedRows) => rows.onResync()],
])("changes that are %s hurry it, during the pass and after it", async (_, happen) => {
  const { hurry, rows } = watching();
  await rows.during(RUN, waiting);
  happen(rows);
  expect(hurry).toHaveBeenCalledTimes(1);
  await rows.during(RUN, async () => {
    happen(rows);
    return waiting();
  });
  expect(hurry).toHaveBeenCalledTimes(2);
});

test("a change during the pass hurries the next one, which is there by then; another row's does not", async () => {
  const { hurry, rows } = watching();
  await rows.during(RUN, async () => {
    rows.onChange(change("call", ["call-2"]));
    return waiting();
  });
  expect(hurry).not.toHaveBeenCalled();
  await rows.during(RUN, async () => {
    rows.onChange(change("call", ["call-1"]));
    expect(hurry).not.toHaveBeenCalled();
    return waiting();
  });
  expect(hurry.mock.calls).toEqual([[RUN]]);
});

test("nothing is hurried after a pass that failed, ended the erasure, or waits for a storage alone", async () => {
  const { hurry, rows } = watching();
  await expect(rows.during(RUN, () => Promise.reject(new Error("the database is away")))).rejects.toThrow("is away");
  await rows.during(RUN, async () => undefined);
  await rows.during(RUN, async () => ({ seconds: 2, rows: [] }));
  rows.onResync();
  expect(hurry).not.toHaveBeenCalled();
});
