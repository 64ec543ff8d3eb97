import type { Client } from "@callwright/client";
import {
  CreateAssistant,
  CreateCredential,
  CreateKnowledgeBase,
  CreatePersonality,
  CreatePhoneNumber,
  CreateScenario,
  CreateSimulation,
  CreateSquad,
  CreateStructuredOutput,
  CreateSuiteTest,
  CreateTestSuite,
  CreateTool,
  CreateWorkflow,
  FILE_PURPOSES,
  type Fields,
  isFields,
} from "@callwright/contract";
import { z } from "zod";

/** The resources that files can hold, in the order in which they usually refer to each other. */
export const FOLDERS = [
  "credentials",
  "files",
  "knowledge-bases",
  "structured-outputs",
  "tools",
  "assistants",
  "squads",
  "workflows",
  "phone-numbers",
  "personalities",
  "scenarios",
  // Before simulations, because a simulation may name a test: the suite must be the first of that circle.
  "test-suites",
  "tests",
  "simulations",
] as const;
export type Folder = (typeof FOLDERS)[number];

export interface Kind {
  noun: string;
  /** The client's group: `squads` of `client.squads.create`. */
  group: keyof Client;
  /** The schema for writes. */
  schema: z.ZodType;
  /** Fields that the server sets. */
  omitted: readonly string[];
  /** A field that never changes after the creation. */
  fixed?: string;
  nameOf: (value: Fields) => unknown;
  /** The smallest body that can be created and completed later. Only for kinds in circles of references. */
  skeletonOf?: (value: Fields) => Fields;
  /** What the server adds to fields that a file leaves out. */
  defaults?: Fields;
}

const ENTITY_FIELDS = ["id", "orgId", "createdAt", "updatedAt", "deletedAt", "latestVersion", "warnings", "isServerUrlSecretSet"];
/** A file's description; its content is a file beside it. */
export const ConfigFile = z.strictObject({
  name: z.string().min(1),
  content: z.string().min(1),
  purpose: z.enum(FILE_PURPOSES).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

type Own = Pick<Kind, "schema"> & Partial<Omit<Kind, "omitted">> & { omits?: readonly string[] };

/** The differences between the kinds. `omits`: further left-out fields, besides those of every entity. */
const OWN: Record<Folder, Own> = {
  credentials: {
    schema: CreateCredential,
    fixed: "provider",
    omits: ["storedSecrets", "connection"],
    nameOf: ({ name, provider }) => name ?? provider,
  },
  files: {
    schema: ConfigFile,
    omits: [
      ...["object", "status", "originalName", "bytes", "mimetype", "key", "path", "bucket", "url", "parsedTextUrl"],
      ...["parsedTextBytes", "passageCount", "failure", "file"],
    ],
  },
  "knowledge-bases": {
    schema: CreateKnowledgeBase,
    fixed: "provider",
    omits: ["websites"],
    nameOf: ({ name, provider }) => name ?? provider,
  },
  "structured-outputs": {
    schema: CreateStructuredOutput,
    skeletonOf: ({ assistantIds: _, workflowIds: __, ...rest }) => rest,
  },
  tools: {
    schema: CreateTool,
    fixed: "type",
    omits: ["storedSecrets"],
    nameOf: (tool) => (isFields(tool.function) ? tool.function.name : undefined) ?? tool.name ?? tool.type,
    skeletonOf: ({ destinations: _, ...rest }) => rest,
  },
  assistants: { schema: CreateAssistant, skeletonOf: ({ name }) => ({ name }) },
  squads: { schema: CreateSquad, skeletonOf: ({ name }) => ({ name, members: [{ assistant: {} }] }) },
  workflows: { schema: CreateWorkflow, skeletonOf: ({ name }) => ({ name, nodes: [], edges: [] }) },
  "phone-numbers": {
    schema: CreatePhoneNumber,
    fixed: "provider",
    omits: ["status", "storedSecrets"],
    nameOf: ({ name, number, sipUri }) => name ?? number ?? sipUri,
  },
  personalities: { schema: CreatePersonality, noun: "personality" },
  // A scenario of a suite is a test in the file of its suite.
  scenarios: { schema: CreateScenario.omit({ testSuiteId: true }), defaults: { type: "chat", scorers: [] } },
  "test-suites": {
    schema: CreateTestSuite,
    omits: ["nightlyFailure"],
    skeletonOf: ({ simulationIds: _, ...rest }) => rest,
  },
  tests: {
    schema: CreateSuiteTest,
    group: "suiteTests",
    fixed: "type",
    omits: ["testSuiteId"],
    nameOf: ({ name, type }) => name ?? type,
  },
  simulations: { schema: CreateSimulation },
};

function kindOf(folder: Folder): Kind {
  const { omits = [], ...own } = OWN[folder];
  return {
    noun: folder.slice(0, -"s".length).replace("-", " "),
    group: folder.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()) as keyof Client,
    nameOf: ({ name }) => name,
    ...own,
    omitted: [...ENTITY_FIELDS, ...omits],
  };
}

export const KINDS = Object.fromEntries(FOLDERS.map((folder) => [folder, kindOf(folder)])) as Record<Folder, Kind>;

/** Folders of files. Tests are in the file of their suite. */
export function isFolder(text: string): text is Folder {
  return text !== "tests" && FOLDERS.some((folder) => folder === text);
}

/** The value that identifies a resource of its kind without an id: the number of a phone number, otherwise the name. */
export function identityOf(folder: Folder, value: Fields): string | undefined {
  const own = folder === "phone-numbers" ? (value.number ?? value.sipUri ?? value.name) : KINDS[folder].nameOf(value);
  const { fixed } = KINDS[folder];
  return typeof own === "string" ? JSON.stringify([fixed === undefined ? null : value[fixed], own]) : undefined;
}
