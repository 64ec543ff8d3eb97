import type { Client } from "@callwright/client";
import type { Assistant } from "@callwright/contract";
import { expect, test } from "vitest";
import { createLocalDrafts, patchBetween } from "./local-drafts.ts";

const id = "00000000-0000-4000-8000-000000000001";

/** A host with one assistant, and no drafts. */
function hostWith(assistant: object) {
  let stored = { id, orgId: "o", createdAt: "1", updatedAt: "1", ...assistant } as Assistant;
  const patches: object[] = [];
  const host = {
    getAssistant: async () => stored,
    updateAssistant: async ({ body }: { body: object }) => {
      patches.push(body);
      stored = { ...stored, ...body };
      return stored;
    },
  } as unknown as Pick<Client, "getAssistant" | "updateAssistant">;
  return { drafts: createLocalDrafts(host), patches };
}

test("a draft stays here until it is published, and only what changed is sent", async () => {
  const { drafts, patches } = hostWith({ name: "Old", firstMessage: "Hello", ofTheHost: { kept: true } });
  const first = await drafts.getAssistantDraft({ id });
  expect(first).toMatchObject({ isDirty: false, config: { name: "Old", ofTheHost: { kept: true } } });
  expect(first.config).not.toHaveProperty("orgId");
  const { firstMessage: _, ...rest } = first.config;
  await drafts.saveAssistantDraft({ id, body: { baseVersion: first.baseVersion, config: { ...rest, name: "Changed" } } });
  expect(await drafts.getAssistantDraft({ id })).toMatchObject({ isDirty: true, config: { name: "Changed" } });
  expect(patches).toEqual([]);
  expect((await drafts.publishAssistantDraft({ id, body: { force: false } })).name).toBe("Changed");
  expect(patches).toEqual([{ name: "Changed", firstMessage: null }]);
  expect((await drafts.getAssistantDraft({ id })).isDirty).toBe(false);
});

test("a draft that is thrown away leaves the host's state", async () => {
  const { drafts } = hostWith({ name: "Old" });
  await drafts.saveAssistantDraft({ id, body: { baseVersion: "", config: { name: "New" } } });
  expect(await drafts.discardAssistantDraft({ id })).toMatchObject({ isDirty: false, config: { name: "Old" } });
});

test("what is equal is not sent", () => {
  expect(patchBetween({ a: { b: [1] } }, { a: { b: [1] } })).toEqual({});
});
