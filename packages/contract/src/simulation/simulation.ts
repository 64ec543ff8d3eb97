import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { patchOf } from "../wire/patch-of.ts";
import { repeatable } from "../wire/query-value.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { FolderPath } from "./personality.ts";
import { simulationNoun } from "./simulation-noun.ts";

/** A scenario with the personality that plays it. */
const SimulationFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional(),
  scenarioId: Id.meta({ title: "Scenario" }),
  personalityId: Id.meta({ title: "Personality" }),
  path: FolderPath.nullable().optional(),
};

export const CreateSimulation = z.strictObject(SimulationFields);
export type CreateSimulation = z.infer<typeof CreateSimulation>;

export const UpdateSimulation = patchOf(SimulationFields);

export const Simulation = z.looseObject({ ...EntityFields, ...SimulationFields });
export type Simulation = z.infer<typeof Simulation>;

export const SimulationQuery = z.object({
  ...PageQuery.shape,
  idAny: repeatable(Id).optional(),
  standaloneOnly: z.enum(["true", "false"]).optional().meta({ description: "Only those that no suite names." }),
});
export type SimulationQuery = z.infer<typeof SimulationQuery>;

/** Calls of simulations by voice. One needs one slot of the organization: its caller runs in the same call host. */
export const SimulationConcurrency = z.looseObject({
  orgId: Id,
  concurrencyLimit: z.number().int(),
  activeSimulations: z.number().int(),
  availableToStart: z.number().int(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Whether the organization has no limit of its own. */
  isDefault: z.boolean(),
});
export type SimulationConcurrency = z.infer<typeof SimulationConcurrency>;

export const simulationRoutes = describeRoutes(simulationNoun.addresses, {
  getSimulationConcurrency: { response: SimulationConcurrency, summary: "Get how many simulations by voice can start now" },
  ...resourceRoutes(simulationNoun, { create: CreateSimulation, update: UpdateSimulation, entity: Simulation }, SimulationQuery),
});
