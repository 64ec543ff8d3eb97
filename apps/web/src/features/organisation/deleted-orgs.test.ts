import { RESTORE_DAYS } from "@callwright/contract";
import { expect, test } from "vitest";
import { type DeletedOrg, deletedOrgs, forgetDeletedOrg, rememberDeletedOrg } from "./deleted-orgs.ts";

function storeOf(text?: string) {
  const values = new Map<string, string>(text === undefined ? [] : [["callwright-deleted-orgs", text]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

const org = (id: string, deletedAtMs = 0): DeletedOrg => ({ id, name: `Name of ${id}`, userId: "u", deletedAtMs });

test("what was deleted is remembered once, newest first, until it was restored", () => {
  const store = storeOf();
  rememberDeletedOrg(store, org("a"));
  rememberDeletedOrg(store, org("b"));
  rememberDeletedOrg(store, org("a", 1));
  expect(deletedOrgs(store, 2).map(({ id }) => id)).toEqual(["a", "b"]);
  forgetDeletedOrg(store, "a");
  expect(deletedOrgs(store, 2)).toEqual([org("b")]);
});

test("after the last day there is nothing to restore", () => {
  const store = storeOf();
  rememberDeletedOrg(store, org("a"));
  expect(deletedOrgs(store, RESTORE_DAYS * 86_400_000 - 1)).toHaveLength(1);
  expect(deletedOrgs(store, RESTORE_DAYS * 86_400_000)).toEqual([]);
});

test.each(["{", "{}", '[1, {"id": "a"}]', "null"])("what somebody else wrote there is nothing: %s", (text) => {
  expect(deletedOrgs(storeOf(text), 0)).toEqual([]);
});
