import { expect, test } from "vitest";
import { defineModule, definePort, late, type Module, provide } from "./module.ts";
import { moduleOrder } from "./module-order.ts";

interface Greeter {
  greet(): string;
}
const named = (modules: readonly Module[]) => modules.map(({ port }) => port);

const callFacts = definePort<Greeter>("call facts");
const webhook = defineModule({
  name: "webhook",
  needs: { facts: late(callFacts) },
  open: ({ needs: { facts } }) => ({ service: { send: () => `sent: ${facts().greet()}` } }),
});
const call = defineModule({
  name: "call",
  needs: { webhook },
  open: ({ needs }) => ({ service: { greet: () => "a call", end: () => needs.webhook.send() } }),
  provides: [provide(callFacts, (service: Greeter) => service)],
});
const campaign = defineModule({ name: "campaign", needs: { call, webhook } });

test("modules open after what they need, and otherwise as the list has them", () => {
  expect(named(moduleOrder([campaign, call, webhook]))).toEqual(["webhook", "call", "campaign"]);
  expect(named(moduleOrder([webhook, campaign, call]))).toEqual(["webhook", "call", "campaign"]);
});

test("a late need does not decide the order, but a module must provide it", () => {
  expect(() => moduleOrder([webhook])).toThrow(
    "The module 'webhook' needs 'call facts', which no module provides. Is it in modules.ts?",
  );
});

test("a circle is refused with its members", () => {
  const toC = definePort("c");
  const a = defineModule({ name: "a", needs: { c: toC } });
  const b = defineModule({ name: "b", needs: { a } });
  const c = defineModule({ name: "c", needs: { b } });
  expect(() => moduleOrder([a, b, c])).toThrow(
    "Modules need each other in a circle: a → c → b → a. The lower one must define a port for what it needs of the higher one, and need it late.",
  );
});

test("one port has one provider", () => {
  expect(() => moduleOrder([webhook, call, { ...webhook }])).toThrow("'webhook' is provided twice: by webhook and by webhook.");
});
