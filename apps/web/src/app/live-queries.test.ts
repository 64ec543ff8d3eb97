import type { Change, ChangeResource } from "@callwright/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createChangeBridge } from "../data/realtime/change-bridge.ts";
import { resourceKeys } from "../resource/resource-queries.ts";
import { LIVE_QUERIES } from "./live-queries.ts";

const change = (resource: ChangeResource, revision: number, ...ids: string[]): Change => ({ resource, revision, ids });

/** A request of a query that the test completes. */
interface Reading {
  finish(): void;
}

function startBridge() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  let reloads = 0;
  const hear = createChangeBridge(queryClient, LIVE_QUERIES, () => {
    reloads += 1;
  });
  /** Shows a query that counts how often it was read; `isSlow`: each reading waits to be finished. */
  const show = async (queryKey: readonly unknown[], isSlow = false) => {
    const shown = { reads: 0, running: [] as Reading[], data: () => queryClient.getQueryData(queryKey) };
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: async () => {
        const read = ++shown.reads;
        if (isSlow) await new Promise<void>((finish) => shown.running.push({ finish }));
        return read;
      },
    });
    observer.subscribe(() => {});
    await expect.poll(() => shown.reads).toBe(1);
    if (!isSlow) await expect.poll(shown.data).toBe(1);
    return shown;
  };
  return { hear, show, reloads: () => reloads };
}

test("a notice reads the lists of its kind and the things it names, and nothing else", async () => {
  const { hear, show } = startBridge();
  const list = await show(resourceKeys.list("squads", {}));
  const choices = await show(resourceKeys.choices("squads"));
  const named = await show(resourceKeys.one("squads", "s-1"));
  const others = await Promise.all([show(resourceKeys.one("squads", "s-2")), show(resourceKeys.list("tools", {}))]);
  hear([change("squad", 10), change("tool", 10)]);
  await expect.poll(() => others.map(({ reads }) => reads)).toEqual([2, 2]);
  hear([change("squad", 11, "s-1"), change("tool", 10)]);
  await expect.poll(() => [list, choices, named].map(({ data }) => data())).toEqual([3, 3, 3]);
  expect(others.map(({ reads }) => reads)).toEqual([2, 2]);
});

test("what changed before the first notice is not missed: everything of the kind is read", async () => {
  const { hear, show } = startBridge();
  const one = await show(["assistants", "one", "a-1"]);
  const versions = await show(["assistants", "versions", "a-1"]);
  hear([change("assistant", 10)]);
  await expect.poll(() => [one.data(), versions.data()]).toEqual([2, 2]);
});

test("a draft is read when another tab writes it, and when another version is published", async () => {
  const { hear, show } = startBridge();
  const draft = await show(["assistants", "draft", "a-1"]);
  const others = await show(["assistants", "others-drafts", "a-1"]);
  hear([change("assistant-draft", 10)]);
  await expect.poll(() => [draft, others].map(({ data }) => data())).toEqual([2, 2]);
  const other = await show(["assistants", "draft", "a-2"]);
  hear([change("assistant-draft", 11, "a-1")]);
  await expect.poll(draft.data).toBe(3);
  hear([change("assistant", 20)]);
  await expect.poll(() => [draft, other].map(({ data }) => data())).toEqual([4, 2]);
});

test("what changes while it is read is read once more, and no reading is broken off", async () => {
  const { hear, show } = startBridge();
  const list = await show(resourceKeys.list("squads", {}), true);
  list.running[0]?.finish();
  await expect.poll(list.data).toBe(1);
  hear([change("squad", 10)]);
  await expect.poll(() => list.reads).toBe(2);
  for (const revision of [11, 12, 13]) hear([change("squad", revision, `s-${revision}`)]);
  list.running[1]?.finish();
  await expect.poll(() => list.reads).toBe(3);
  list.running[2]?.finish();
  await expect.poll(list.data).toBe(3);
  expect(list.reads).toBe(3);
});

test("another name of the organization, or another role in it, concerns the session", () => {
  const { hear, reloads } = startBridge();
  hear([change("org", 1), change("member", 1), change("squad", 1)]);
  expect(reloads()).toBe(0);
  hear([change("org", 2, "o-1"), change("member", 1), change("squad", 2, "s")]);
  expect(reloads()).toBe(1);
  hear([change("org", 2, "o-1"), change("member", 2, "m-1"), change("squad", 2, "s")]);
  expect(reloads()).toBe(2);
});
