import type { Client } from "@callwright/client";
import {
  CreateAssistant,
  CreateCredential,
  CreateKnowledgeBase,
  CreatePhoneNumber,
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

/** What files can hold of an organization, in the order in which resources usually refer to each other. */
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
  "test-suites",
  "tests",
] as const;
export type Folder = (typeof FOLDERS)[number];

export interface Kind {
  noun: string;
  /** The client's group: `squads` of `client.squads.create`. */
  group: keyof Client;
  /** What a resource is written with. */
  schema: z.ZodType;
  /** Fields that the server sets. */
  omitted: readonly string[];
  /** A field that never changes after the creation. */
  fixed?: string;
  nameOf: (value: Fields) => unknown;
  /** The smallest body that can be created and completed later. Only for kinds in circles of references. */
  skeletonOf?: (value: Fields) => Fields;
}

const ENTITY_FIELDS = ["id", "orgId", "createdAt", "updatedAt", "deletedAt", "warnings", "isServerUrlSecretSet"];
const byName = ({ name }: Fields) => name;

/** A file's description; its content is a file beside it. */
export const ConfigFile = z.strictObject({
  name: z.string().min(1),
  content: z.string().min(1),
  purpose: z.enum(FILE_PURPOSES).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const KINDS: Record<Folder, Kind> = {
  credentials: {
    noun: "credential",
    group: "credentials",
    schema: CreateCredential,
    fixed: "provider",
    omitted: [...ENTITY_FIELDS, "storedSecrets", "connection"],
    nameOf: ({ name, provider }) => name ?? provider,
  },
  files: {
    noun: "file",
    group: "files",
    schema: ConfigFile,
    nameOf: byName,
    omitted: [
      ...ENTITY_FIELDS,
      ...["object", "status", "originalName", "bytes", "mimetype", "key", "path", "bucket", "url", "parsedTextUrl"],
      ...["parsedTextBytes", "passageCount", "failure", "file"],
    ],
  },
  "knowledge-bases": {
    noun: "knowledge base",
    group: "knowledgeBases",
    schema: CreateKnowledgeBase,
    fixed: "provider",
    omitted: [...ENTITY_FIELDS, "websites"],
    nameOf: ({ name, provider }) => name ?? provider,
  },
  "structured-outputs": {
    noun: "structured output",
    group: "structuredOutputs",
    schema: CreateStructuredOutput,
    nameOf: byName,
    omitted: ENTITY_FIELDS,
    skeletonOf: ({ assistantIds: _, workflowIds: __, ...rest }) => rest,
  },
  tools: {
    noun: "tool",
    group: "tools",
    schema: CreateTool,
    fixed: "type",
    omitted: [...ENTITY_FIELDS, "latestVersion", "storedSecrets"],
    nameOf: (tool) => (isFields(tool.function) ? tool.function.name : undefined) ?? tool.name ?? tool.type,
    skeletonOf: ({ destinations: _, ...rest }) => rest,
  },
  assistants: {
    noun: "assistant",
    group: "assistants",
    schema: CreateAssistant,
    nameOf: byName,
    omitted: [...ENTITY_FIELDS, "latestVersion"],
    skeletonOf: ({ name }) => ({ name }),
  },
  squads: {
    noun: "squad",
    group: "squads",
    schema: CreateSquad,
    nameOf: byName,
    omitted: ENTITY_FIELDS,
    skeletonOf: ({ name }) => ({ name, members: [{ assistant: {} }] }),
  },
  workflows: {
    noun: "workflow",
    group: "workflows",
    schema: CreateWorkflow,
    nameOf: byName,
    omitted: ENTITY_FIELDS,
    skeletonOf: ({ name }) => ({ name, nodes: [], edges: [] }),
  },
  "phone-numbers": {
    noun: "phone number",
    group: "phoneNumbers",
    schema: CreatePhoneNumber,
    fixed: "provider",
    omitted: [...ENTITY_FIELDS, "status", "storedSecrets"],
    nameOf: ({ name, number, sipUri }) => name ?? number ?? sipUri,
  },
  "test-suites": {
    noun: "test suite",
    group: "testSuites",
    schema: CreateTestSuite,
    nameOf: byName,
    omitted: ENTITY_FIELDS,
  },
  tests: {
    noun: "test",
    group: "suiteTests",
    schema: CreateSuiteTest,
    fixed: "type",
    omitted: [...ENTITY_FIELDS, "testSuiteId"],
    nameOf: ({ name, type }) => name ?? type,
  },
};

/** Folders of files. Tests are in the file of their suite. */
export function isFolder(text: string): text is Folder {
  return text !== "tests" && FOLDERS.some((folder) => folder === text);
}

/** What tells a resource from others of its kind, if the ids are unknown: the number of a phone number, else the name. */
export function identityOf(folder: Folder, value: Fields): string | undefined {
  const own = folder === "phone-numbers" ? (value.number ?? value.sipUri ?? value.name) : KINDS[folder].nameOf(value);
  const { fixed } = KINDS[folder];
  return typeof own === "string" ? JSON.stringify([fixed === undefined ? null : value[fixed], own]) : undefined;
}
