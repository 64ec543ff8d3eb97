import { fieldChanges } from "@callwright/contract";
import { expect, test } from "vitest";
import { createLocalDrafts, patchBetween } from "./local-drafts.ts";

const id = "00000000-0000-4000-8000-000000000001";

/** A host with one assistant, and no drafts. */
function hostWith(assistant: object) {
  let stored = { id, orgId: "o", createdAt: "1", updatedAt: "1", ...assistant } as { id: string; updatedAt: string };
  const patches: object[] = [];
  const host = {
    get: async () => stored,
    update: async ({ body }: { id: string; body: object }) => {
      patches.push(body);
      stored = { ...stored, ...body };
      return stored;
    },
  };
  return { drafts: createLocalDrafts(host), patches, host };
}

test("a draft stays here until it is published, and only what changed is sent", async () => {
  const { drafts, patches } = hostWith({ name: "Old", firstMessage: "Hello", ofTheHost: { kept: true } });
  const first = await drafts.getDraft({ id });
  expect(first).toMatchObject({ isDirty: false, config: { name: "Old", ofTheHost: { kept: true } } });
  expect(first.config).not.toHaveProperty("orgId");
  const { firstMessage: _, ...rest } = first.config as { firstMessage?: string };
  const changes = fieldChanges(first.config, { ...rest, name: "Changed" });
  await drafts.saveDraft({ id, body: { revision: first.revision, changes } });
  expect(await drafts.getDraft({ id })).toMatchObject({ isDirty: true, config: { name: "Changed" } });
  expect(patches).toEqual([]);
  expect(await drafts.publishDraft({ id, body: { force: false } })).toMatchObject({ name: "Changed" });
  expect(patches).toEqual([{ name: "Changed", firstMessage: null }]);
  expect((await drafts.getDraft({ id })).isDirty).toBe(false);
});

test("a draft that is thrown away leaves the host's state", async () => {
  const { drafts } = hostWith({ name: "Old" });
  const { revision } = await drafts.getDraft({ id });
  const saved = await drafts.saveDraft({ id, body: { revision, changes: [{ path: ["name"], to: "New" }] } });
  expect(saved.revision).toBeGreaterThan(revision);
  expect(await drafts.discardDraft({ id })).toMatchObject({ isDirty: false, config: { name: "Old" } });
});

test("what somebody else published meanwhile stays, and the same field asks first", async () => {
  const { drafts, patches, host } = hostWith({ name: "Old", firstMessage: "Hello" });
  const { revision } = await drafts.getDraft({ id });
  await drafts.saveDraft({ id, body: { revision, changes: [{ path: ["name"], from: "Old", to: "Mine" }] } });
  await host.update({ id, body: { firstMessage: "Theirs" } });
  await drafts.publishDraft({ id, body: { force: false } });
  expect(patches).toEqual([{ firstMessage: "Theirs" }, { name: "Mine" }]);
  const next = await drafts.getDraft({ id });
  await drafts.saveDraft({ id, body: { revision: next.revision, changes: [{ path: ["name"], to: "Mine again" }] } });
  await host.update({ id, body: { name: "Theirs" } });
  await expect(drafts.publishDraft({ id, body: { force: false } })).rejects.toMatchObject({ code: "draft-conflict" });
  expect(await drafts.publishDraft({ id, body: { force: true } })).toMatchObject({ name: "Mine again" });
});

test("what is equal is not sent", () => {
  expect(patchBetween({ a: { b: [1] } }, { a: { b: [1] } })).toEqual({});
});
