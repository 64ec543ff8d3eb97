import { notificationsStore } from "@mantine/notifications";
import { MutationObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

const client = createQueryClient({ state: () => "up", subscribe: () => () => {}, fetch }, { state: () => undefined });
const observe = (mutationFn: () => Promise<unknown>, changes: readonly string[]) =>
  new MutationObserver(client, {
    mutationFn,
    meta: { changes: [changes], failure: (reason) => `It failed: ${reason}` },
  });

test("what a change names is read again, and nothing else", async () => {
  client.setQueryData(["members", "one"], 1);
  client.setQueryData(["calls"], 1);
  await observe(async () => "done", ["members"]).mutate();
  expect(client.getQueryState(["members", "one"])?.isInvalidated).toBe(true);
  expect(client.getQueryState(["calls"])?.isInvalidated).toBe(false);
});

test("a failure is a notification", async () => {
  const failing = observe(() => Promise.reject(new Error("no room")), []);
  await expect(failing.mutate()).rejects.toThrow("no room");
  expect(notificationsStore.getState().notifications.map(({ message }) => message)).toEqual(["It failed: no room"]);
});
