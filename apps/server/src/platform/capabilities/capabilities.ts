import {
  type Capabilities,
  CreateAssistant,
  CreateCall,
  CreateChat,
  CreateKnowledgeBase,
  CreateSession,
  CreateWebCall,
  type FieldSupport,
  OrgFields,
} from "@callwright/contract";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { FIELD_RULES, type FieldRule } from "./field-rules.ts";
import {
  callTypeSupports,
  clientMessageSupports,
  credentialSupports,
  hookSupports,
  providerSupports,
  searchTypeSupports,
  serverMessageSupports,
  targetSupports,
  toolSupports,
} from "./supports.ts";

/** What this server can run, read from the registries of its parts. */
export function capabilities(config: Pick<Config, "embeddings" | "providerKeys">): Capabilities {
  return {
    providers: {
      model: providerSupports("model", config),
      voice: providerSupports("voice", config),
      transcriber: providerSupports("transcriber", config),
    },
    tools: toolSupports(),
    hooks: hookSupports(),
    serverMessages: serverMessageSupports(),
    clientMessages: clientMessageSupports(),
    callTypes: callTypeSupports(),
    credentials: credentialSupports(),
    targets: targetSupports(),
    searchTypes: searchTypeSupports(config),
    fields: FIELDS,
  };
}

/** The create schema of each resource whose fields are listed. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  assistant: CreateAssistant,
  call: z.union([CreateWebCall, CreateCall]),
  chat: CreateChat,
  org: z.object(OrgFields),
  "knowledge-base": CreateKnowledgeBase,
  session: CreateSession,
};

const targets = Object.entries(targetSupports()).flatMap(([kind, { state, reason = "" }]) =>
  state === "ready" ? [] : [kind, `${kind}Id`, `${kind}Overrides`].map((path) => ({ path, effect: "refused" as const, reason })),
);
/** Fields that other code than the field rules refuses. */
const REFUSED: Readonly<Record<string, readonly FieldRule[]>> = {
  call: targets,
  chat: targets,
  session: targets,
};

const FIELDS: Capabilities["fields"] = Object.fromEntries(
  Object.keys({ ...FIELD_RULES, ...SCHEMAS }).map((resource) => [resource, fieldSupport(resource)]),
);

function fieldSupport(resource: string): FieldSupport {
  const schema = SCHEMAS[resource];
  const names = schema ? fieldNames(schema) : [];
  const rules = [...(FIELD_RULES[resource] ?? []), ...(REFUSED[resource] ?? [])].filter(
    // Leaves out rules that depend on a value, because the field still has an effect, and rules of another resource.
    ({ path, like, provider }) =>
      like === undefined && provider === undefined && (!schema || names.includes(path.split(".")[0] ?? "")),
  );
  return {
    honored: names.filter(
      (name) => !rules.some(({ path, effect }) => path === name || (effect === "refused" && path.startsWith(`${name}.`))),
    ),
    unsupported: rules.map(({ path, effect, reason }) => ({ path, effect, reason })),
  };
}

/** Names of the fields at the top of a schema, of all members of a union. */
function fieldNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set((schema.options as z.ZodType[]).flatMap(fieldNames))];
  return [];
}
