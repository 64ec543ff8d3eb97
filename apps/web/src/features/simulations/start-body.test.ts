import { CreateSimulationRun } from "@callwright/contract";
import { expect, test } from "vitest";
import { startBody } from "./start-body.ts";

const SUITE = "8b3f6f2e-52f5-4b5f-9a57-0d1f3e1f2a11";
const ASSISTANT = "4f6c1a44-6c1e-4f0a-8a35-4b7a1f0a2b22";
const target = { type: "assistant", assistantId: ASSISTANT } as const;

test("a run of a suite says nothing that the suite says", () => {
  const body = startBody(SUITE, {});
  expect(body).toEqual({ simulations: [{ type: "simulationSuite", simulationSuiteId: SUITE }] });
  expect(CreateSimulationRun.safeParse(body).success).toBe(true);
});

test("a run of one cell names its test and its caller, with the same seeds, and the contract takes it", () => {
  const body = startBody(
    SUITE,
    { medium: "voice", line: "street", seeds: 20, seed: 5, testIds: [ASSISTANT], callers: ["angry"] },
    target,
  );
  expect(CreateSimulationRun.parse(body)).toEqual({
    simulations: [{ type: "simulationSuite", simulationSuiteId: SUITE, testIds: [ASSISTANT], callers: ["angry"] }],
    target,
    iterations: 20,
    seed: 5,
    line: "street",
    transport: { provider: "vapi.websocket" },
  });
});

test("the neutral caller is an empty list, and a stored pair is named by its id", () => {
  expect(startBody(SUITE, { callers: [] }).simulations).toEqual([
    { type: "simulationSuite", simulationSuiteId: SUITE, callers: [] },
  ]);
  expect(startBody(SUITE, { simulationId: ASSISTANT }, target).simulations).toEqual([
    { type: "simulation", simulationId: ASSISTANT },
  ]);
});
