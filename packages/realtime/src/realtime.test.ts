import { makeFunctionReference } from "convex/server";
import { afterEach, expect, it } from "vitest";
import { type RealtimeRig, startRealtimeRig } from "./testing/realtime-rig.ts";

let rig: RealtimeRig;
afterEach(() => rig.close());

it("answers a query, a mutation and an action of the official client", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const seen: unknown[] = [];
  client.onUpdate(makeFunctionReference<"query">("items:list"), { list: "a" }, (value) => seen.push(value));
  await expect.poll(() => seen).toEqual([[]]);
  expect(await client.mutation(makeFunctionReference<"mutation">("items:add"), { list: "a", text: "one" })).toBe(1);
  expect(seen).toEqual([[], ["one"]]);
  expect(await client.action(makeFunctionReference<"action">("items:double"), { value: 21 })).toBe(42);
});
