import { pino } from "pino";
import { expect, test } from "vitest";
import { savedView } from "../../modules/analytics/tables.ts";
import { call } from "../../modules/call/tables.ts";
import { hostConnection } from "../../modules/org/tables.ts";
import { MODULES } from "../../modules.ts";
import { TABLES } from "../../tables.ts";
import { organization } from "../auth/tables.ts";
import { auditEvent } from "../http/tables.ts";
import { defineModule, definePort, late, type Module, type Platform, provide } from "./module.ts";
import { moduleOrder } from "./module-order.ts";
import { openModules } from "./open-modules.ts";

const platform = { log: pino({ level: "silent" }) } as unknown as Platform;
const heard: string[] = [];
const recorded = (name: string, needs: Record<string, Module> = {}) =>
  defineModule({
    name,
    needs,
    open: () => {
      heard.push(`open ${name}`);
      return { service: name, close: async () => void heard.push(`close ${name}`) };
    },
  });

test("modules close in the opposite order of opening", async () => {
  const [low, middle] = [recorded("low"), recorded("middle")];
  const high = recorded("high", { low, middle });
  heard.length = 0;
  const modules = await openModules([high, middle, low], platform);
  await modules.close();
  expect(heard).toEqual(["open low", "open middle", "open high", "close high", "close middle", "close low"]);
});

test("a module that does not close keeps no other open", async () => {
  const low = recorded("low");
  const broken = defineModule({
    name: "broken",
    needs: { low },
    open: () => ({ service: undefined, close: () => Promise.reject(new Error("stuck")) }),
  });
  heard.length = 0;
  const modules = await openModules([low, broken], platform);
  await expect(modules.close()).rejects.toThrow("stuck");
  expect(heard).toEqual(["open low", "close low"]);
});

test("a module that does not open closes those before it", async () => {
  const low = recorded("low");
  const broken = defineModule({
    name: "broken",
    needs: { low },
    open: () => {
      throw new Error("no disk");
    },
  });
  heard.length = 0;
  await expect(openModules([low, broken], platform)).rejects.toThrow("no disk");
  expect(heard).toEqual(["open low", "close low"]);
});

test("a late need is there once all are open", async () => {
  const upper = definePort<{ name: string }>("upper");
  const below = defineModule({
    name: "below",
    needs: { upper: late(upper) },
    open: ({ needs }) => ({ service: { nameAbove: () => needs.upper().name } }),
  });
  const above = defineModule({
    name: "above",
    needs: { below },
    open: ({ needs }) => {
      expect(() => needs.below.nameAbove()).toThrow("'upper' is not open");
      return { service: { name: "above" } };
    },
    provides: [provide(upper, (service: { name: string }) => service)],
  });
  const modules = await openModules([above, below], platform);
  expect(modules.serviceOf(below).nameAbove()).toBe("above");
});

test("a need is typed by what it names", () => {
  const low = defineModule({ name: "low", open: () => ({ service: { count: (of: string) => of.length } }) });
  defineModule({
    name: "high",
    needs: { low },
    open: ({ needs }) => {
      // @ts-expect-error: a number is no string
      needs.low.count(1);
      // @ts-expect-error: it names no such module
      needs.other;
      return { service: undefined };
    },
  });
});

test("a live function has one module", async () => {
  const live = () => ({ "calls:lastEvent": async () => 1 });
  const modules = await openModules([defineModule({ name: "a", live }), defineModule({ name: "b", live })], platform);
  expect(() => modules.live({ linesOf: () => [] })).toThrow("the live function 'calls:lastEvent' is served by two modules");
});

test("every module of the server finds what it needs", () => {
  expect(moduleOrder(MODULES)).toHaveLength(MODULES.length);
});

test("the tables of every module and of the platform are backed up and purged, each once", () => {
  for (const table of [savedView, call, hostConnection, organization, auditEvent]) expect(TABLES).toContain(table);
  expect(new Set(TABLES).size).toBe(TABLES.length);
  expect(TABLES.length).toBeGreaterThan(40);
});
