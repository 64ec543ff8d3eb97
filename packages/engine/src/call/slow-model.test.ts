import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ModelPart } from "../model/language-model.ts";
import { watchModel } from "./slow-model.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A model whose first words take so long, and how often it was slow. */
function thinksFor(durationMs: number) {
  const onSlow = vi.fn();
  const model = watchModel(
    {
      provider: "test",
      async *stream() {
        await new Promise((resolve) => setTimeout(resolve, durationMs));
        yield { type: "text" as const, text: "Yes." };
        await new Promise((resolve) => setTimeout(resolve, 10_000));
      },
    },
    onSlow,
  );
  const ask = async (signal: AbortSignal) => {
    const parts: ModelPart[] = [];
    for await (const part of model.stream({ history: [], tools: [], temperature: 0, maxTokens: 1, signal })) parts.push(part);
    return parts;
  };
  return { ask, onSlow };
}
const NEVER = new AbortController().signal;

it("reports a model without output, each time it is asked", async () => {
  const { ask, onSlow } = thinksFor(4_000);
  for (const times of [1, 2]) {
    const asked = ask(NEVER);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await asked).toEqual([{ type: "text", text: "Yes." }]);
    expect(onSlow).toHaveBeenCalledTimes(times);
  }
});

it("reports nothing once it has spoken, or nobody waits for it", async () => {
  const quick = thinksFor(1_000);
  const asked = quick.ask(NEVER);
  await vi.advanceTimersByTimeAsync(20_000);
  await asked;
  const given = thinksFor(20_000);
  const stop = new AbortController();
  void given.ask(stop.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([quick.onSlow, given.onSlow].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
