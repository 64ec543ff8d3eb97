import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { patchOf } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { simulationSuiteNoun } from "./simulation-suite-noun.ts";
import { TestSuiteFields } from "./test-suite.ts";

const { name: _, simulationIds, ...suiteFields } = TestSuiteFields;

/** A test suite with the fields that hosts have. */
const SimulationSuiteFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS),
  simulationIds: simulationIds.unwrap(),
  ...suiteFields,
};

export const CreateSimulationSuite = z.strictObject(SimulationSuiteFields);
export type CreateSimulationSuite = z.infer<typeof CreateSimulationSuite>;

export const UpdateSimulationSuite = patchOf(SimulationSuiteFields);

export const SimulationSuite = z.looseObject({ ...EntityFields, ...SimulationSuiteFields });
export type SimulationSuite = z.infer<typeof SimulationSuite>;

export const SimulationSuiteQuery = z.object({
  ...PageQuery.shape,
  name: z.string().max(1000).optional().meta({ description: "A part of the name." }),
});
export type SimulationSuiteQuery = z.infer<typeof SimulationSuiteQuery>;

export const simulationSuiteRoutes = describeRoutes(simulationSuiteNoun.addresses, {
  ...resourceRoutes(
    simulationSuiteNoun,
    { create: CreateSimulationSuite, update: UpdateSimulationSuite, entity: SimulationSuite },
    SimulationSuiteQuery,
  ),
  duplicateSimulationSuite: {
    response: SimulationSuite,
    status: 201,
    summary: "Copy a simulation suite with its own tests; its runs are not copied",
  },
});
