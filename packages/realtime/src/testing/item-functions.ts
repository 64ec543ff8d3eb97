import type { Value } from "convex/values";
import { FunctionError } from "../failure.ts";
import type { Functions, Identity } from "../functions.ts";
import type { ItemSnapshot, ItemTransaction } from "./memory-database.ts";

export interface TestIdentity extends Identity {
  name: string;
}

export type ItemFunctions = Functions<TestIdentity, ItemSnapshot, ItemTransaction>;

const of = (args: Value) => args as { list: string; text: string; characters: number; value: Value; waitMs: number; key: string };

/** The functions of the tests: lists of items, and possible failures. */
export const ITEM_FUNCTIONS: ItemFunctions = {
  queries: {
    "items:list": async ({ snapshot, dependOn }, args) => {
      const { list } = of(args);
      dependOn(`items:${list}`);
      return snapshot.items.filter((item) => item.list === list).map(({ text }) => text);
    },
    "items:count": async ({ snapshot, dependOn }, args) => {
      const { list } = of(args);
      dependOn(`items:${list}`);
      return snapshot.items.filter((item) => item.list === list).length;
    },
    "items:long": async (_, args) => "x".repeat(of(args).characters),
    "items:mine": async ({ identity, snapshot }) => {
      if (!identity) throw new FunctionError("unauthenticated", "Sign in first.");
      return { scope: identity.scope, items: snapshot.items.length };
    },
    "items:scope": async ({ identity }) => identity?.scope ?? null,
    "items:echo": async (_, args) => of(args).value,
    "items:keyed": async (_, args) => ({ [of(args).key]: 1 }),
    "items:refused": async () => {
      throw new FunctionError("no-such-list", "There is no such list.");
    },
    "items:broken": async () => {
      throw new Error("password 'hunter2' does not match");
    },
  },
  mutations: {
    "items:add": async ({ transaction }, args) => transaction.add(of(args).list, of(args).text),
    "items:addMine": async ({ identity, transaction }, args) => {
      if (!identity) throw new FunctionError("unauthenticated", "Sign in first.");
      return transaction.add(of(args).list, `${identity.name}: ${of(args).text}`);
    },
    "items:refuse": async ({ transaction }, args) => {
      transaction.add(of(args).list, "never seen");
      throw new FunctionError("list-full", "This list is full.");
    },
    "items:break": async ({ transaction }, args) => {
      transaction.add(of(args).list, "never seen");
      throw new Error("password 'hunter2' does not match");
    },
    "items:unsendable": async ({ transaction }, args) => {
      transaction.add(of(args).list, "never seen");
      return { имя: 1 };
    },
  },
  actions: {
    "items:double": async (_, args) => Number(of(args).value) * 2,
    "items:wait": async ({ signal }, args) => {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, of(args).waitMs);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("aborted"));
        });
      });
      return of(args).value;
    },
    "items:refuse": async () => {
      throw new FunctionError("no-such-tool", "There is no such tool.");
    },
    "items:break": async () => {
      throw new Error("password 'hunter2' does not match");
    },
  },
};
