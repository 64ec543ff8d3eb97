import { expect, test } from "vitest";
import { type EditHistory, NO_EDITS, recordEdit, redoEdit, undoEdit } from "./edit-history.ts";
import type { Fields } from "./edited-object.ts";

/** The history of consecutive objects at these times. */
function historyOf(steps: readonly [nowMs: number, object: Fields][]): EditHistory {
  return steps.slice(1).reduce((history, [nowMs, object], index) => {
    const [, before] = steps[index] ?? [0, {}];
    return recordEdit(history, before, object, nowMs);
  }, NO_EDITS);
}

const A = { name: "A", nodes: [{ name: "x", prompt: "Hi" }] };
const B = { ...A, nodes: [...A.nodes, { name: "y" }] };

test("an edit is undone and redone", () => {
  const history = historyOf([
    [0, A],
    [1, B],
  ]);
  const undone = undoEdit(history, B);
  expect(undone.object).toEqual(A);
  const redone = redoEdit(undone.history, undone.object);
  expect(redone.object).toEqual(B);
  expect(undoEdit(redone.history, B).object).toEqual(A);
});

test("without edits, undo and redo change nothing", () => {
  expect(undoEdit(NO_EDITS, A)).toEqual({ history: NO_EDITS, object: A });
  expect(redoEdit(NO_EDITS, A)).toEqual({ history: NO_EDITS, object: A });
  expect(recordEdit(NO_EDITS, A, { ...A }, 0)).toBe(NO_EDITS);
});

test("typing without a pause is one edit, and entries that come and go are edits of their own", () => {
  const typed = (prompt: string) => ({ ...A, nodes: [{ name: "x", prompt }] });
  const count = (...steps: [number, Fields][]) => historyOf([[0, A], ...steps]).past.length;
  expect(count([10, typed("Hi,")], [200, typed("Hi, t")], [900, typed("Hi, th")])).toBe(1);
  expect(count([10, typed("Hi,")], [2000, typed("Hi, t")])).toBe(2);
  expect(count([10, typed("Hi,")], [20, { ...typed("Hi,"), name: "B" }])).toBe(2);
  expect(count([10, B], [20, { ...B, nodes: [...B.nodes, { name: "z" }] }])).toBe(2);
});

test("a node that is moved step by step is one edit", () => {
  const at = (x: number, y: number) => ({ nodes: [{ name: "x", metadata: { position: { x, y } } }] });
  const history = historyOf([
    [0, at(0, 0)],
    [100, at(5, 0)],
    [200, at(5, 5)],
    [300, at(10, 10)],
  ]);
  expect(history.past).toHaveLength(1);
  expect(undoEdit(history, at(10, 10)).object).toEqual(at(0, 0));
});

test("undo keeps what others changed in other fields", () => {
  const history = historyOf([
    [0, A],
    [1, B],
  ]);
  expect(undoEdit(history, { ...B, name: "Renamed" }).object).toEqual({ ...A, name: "Renamed" });
});

test("a field that was added is gone after undo", () => {
  const history = historyOf([
    [0, A],
    [1, { ...A, globalPrompt: "Be short." }],
  ]);
  expect(Object.keys(undoEdit(history, { ...A, globalPrompt: "Be short." }).object)).toEqual(["name", "nodes"]);
});

test("the last 100 edits are kept", () => {
  const steps = Array.from({ length: 130 }, (_, index): [number, Fields] => [index * 5000, { name: String(index) }]);
  let state = { history: historyOf(steps), object: steps.at(-1)?.[1] ?? {} };
  for (let count = 0; count < 200; count += 1) state = undoEdit(state.history, state.object);
  expect(state.object).toEqual({ name: "29" });
});
