import { type CreateTool, CreateTool as CreateToolSchema, isFields, type ToolType } from "@callwright/contract";
import { alternativesOf, type JsonSchema, jsonSchemaOf, resolved } from "../../../resource/form/json-schema.ts";
import { readPath, writePath } from "../../../resource/form/paths.ts";

/** A tool while it is edited: it may have any JSON. */
export type EditedTool = Readonly<Record<string, unknown>>;

/** The contract of tools. */
export const TOOL_ROOT = jsonSchemaOf(CreateToolSchema);

/** The fields of a kind of tools. Undefined: an unknown kind. */
export function schemaOfKind(type: unknown): JsonSchema | undefined {
  return alternativesOf(TOOL_ROOT, TOOL_ROOT).find(
    ({ properties }) => resolved(properties?.type, TOOL_ROOT).const === type && type !== undefined,
  );
}

/** A part of the editor that unfolds below a line. */
export interface Fold {
  id: "keeps" | "headers" | "waits" | "body" | "environment" | "account" | "protocol" | "messages";
  paths: readonly string[];
}

/** What a kind of tools does, beside what the model reads and what is spoken. Paths are dotted. */
interface Layout {
  title: "request" | "server" | "code" | "destinations" | "knowledge" | "account" | "sip" | "answer";
  /** Always shown. */
  lead: readonly string[];
  folds?: readonly Fold[];
  /** Where the parameters are that the model fills. */
  parameters?: "body" | "function.parameters";
}

const KEEPS: Fold = { id: "keeps", paths: ["variableExtractionPlan"] };
const SERVER: Layout = {
  title: "server",
  lead: ["server.url", "server.credentialId"],
  folds: [
    { id: "headers", paths: ["server.headers"] },
    { id: "waits", paths: ["server.timeoutSeconds", "server.backoffPlan"] },
  ],
};
const ACCOUNT: Layout = { title: "account", lead: ["credentialId"] };

const LAYOUTS: Readonly<Partial<Record<ToolType, Layout>>> = {
  function: { ...SERVER, folds: [KEEPS, ...(SERVER.folds ?? [])], parameters: "function.parameters" },
  apiRequest: {
    title: "request",
    lead: ["method", "url", "credentialId"],
    folds: [KEEPS, { id: "headers", paths: ["headers"] }, { id: "waits", paths: ["timeoutSeconds", "backoffPlan"] }],
    parameters: "body",
  },
  code: {
    title: "code",
    lead: ["code"],
    folds: [
      { id: "environment", paths: ["environmentVariables"] },
      { id: "account", paths: ["credentialId"] },
      KEEPS,
      { id: "waits", paths: ["timeoutSeconds"] },
    ],
    parameters: "function.parameters",
  },
  mcp: {
    ...SERVER,
    folds: [...(SERVER.folds ?? []), { id: "protocol", paths: ["metadata"] }, { id: "messages", paths: ["toolMessages"] }],
  },
  transferCall: { title: "destinations", lead: ["destinations"] },
  handoff: { title: "destinations", lead: ["destinations"] },
  query: { title: "knowledge", lead: ["knowledgeBases"] },
  knowledgeBase: { title: "knowledge", lead: ["knowledgeBaseId"] },
  sipRequest: {
    title: "sip",
    lead: ["verb"],
    folds: [
      { id: "headers", paths: ["headers"] },
      { id: "body", paths: ["body"] },
    ],
  },
  make: { title: "account", lead: ["credentialId", "metadata"], parameters: "function.parameters" },
  ghl: { title: "account", lead: ["credentialId", "metadata"] },
  bash: { title: "answer", lead: ["server.url", "server.credentialId"], folds: SERVER.folds ?? [] },
  textEditor: { title: "answer", lead: ["server.url", "server.credentialId"], folds: SERVER.folds ?? [] },
  computer: {
    title: "answer",
    lead: ["displayWidthPx", "displayHeightPx", "server.url", "server.credentialId"],
    folds: SERVER.folds ?? [],
  },
};

export function layoutOf(type: unknown): Layout | undefined {
  return LAYOUTS[type as ToolType] ?? (/^(google|slack|gohighlevel)\./.test(String(type)) ? ACCOUNT : undefined);
}

/** Where a tool keeps its name and its description: once, even if the contract has two places. Undefined: its kind has no name. */
export function wordsAt(type: unknown): { name: string; description: string } | undefined {
  const { properties = {} } = schemaOfKind(type) ?? {};
  const name = properties.name && resolved(properties.name, TOOL_ROOT);
  if (name && name.const === undefined) return { name: "name", description: "description" };
  return properties.function ? { name: "function.name", description: "function.description" } : undefined;
}

/** The fields that no other part of the editor shows: whole ones by name, and parts of others by path. */
export function rareFields(type: unknown): { names: string[]; paths: string[] } {
  const { properties = {} } = schemaOfKind(type) ?? {};
  const { lead = [], folds = [], parameters } = layoutOf(type) ?? {};
  const words = wordsAt(type);
  const shown = [...lead, ...folds.flatMap((fold) => fold.paths), "type", "messages", "subType"];
  if (parameters) shown.push(parameters);
  if (words) shown.push(words.name, words.description);
  else shown.push("name");
  const names = Object.keys(properties).filter((name) => !shown.includes(name));
  const isPartly = (name: string) => shown.some((path) => path.startsWith(`${name}.`));
  const partsOf = (name: string) =>
    Object.keys(resolved(properties[name], TOOL_ROOT).properties ?? {}).map((part) => `${name}.${part}`);
  return {
    names: names.filter((name) => !isPartly(name)),
    paths: names
      .filter(isPartly)
      .flatMap(partsOf)
      .filter((path) => !shown.includes(path)),
  };
}

/** The tool with a field changed. A function without a name gets that of its kind, and both places of a name have the same. */
export function withToolField(tool: EditedTool, path: string, value: unknown): EditedTool {
  const written = writePath(tool, path, value);
  const { function: called } = written;
  if (!isFields(called)) return written;
  const rest = Object.entries(called).filter(([name, each]) => name !== "name" && each !== undefined);
  if (rest.length === 0 && called.name === undefined) return writePath(written, "function", undefined);
  const own = written.name;
  if (wordsAt(written.type)?.name === "name" && typeof own === "string" && own !== called.name)
    return { ...written, function: { ...called, name: own } };
  const hasDefault = written.type !== "function" && written.type !== "code";
  if (called.name === undefined && path !== "function.name" && hasDefault)
    return { ...written, function: { name: String(written.type).replaceAll(".", "_"), ...called } };
  return written;
}

/** The name that the model calls, if it has one. */
export function nameOfTool(tool: EditedTool): string | undefined {
  const at = wordsAt(tool.type);
  const name = at && (readPath(tool, at.name) ?? readPath(tool, "function.name"));
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** When the model uses it, if it is written down. */
export function descriptionOfTool(tool: EditedTool): string {
  const texts = [tool.description, readPath(tool, "function.description")];
  return (texts.find((text) => typeof text === "string" && text !== "") as string) ?? "";
}

/** A tool to begin with. `parameters` are ready to be filled in. */
export function newTool(type: ToolType): CreateTool {
  const empty = { type: "object", properties: {} };
  const { required = [] } = schemaOfKind(type) ?? {};
  const at = layoutOf(type)?.parameters;
  const needed: Record<string, unknown> = { type };
  if (required.includes("subType")) Object.assign(needed, constants(type));
  if (type === "apiRequest") Object.assign(needed, { method: "GET" });
  if (type === "sipRequest") Object.assign(needed, { verb: "INFO" });
  if (type === "make" || type === "ghl") Object.assign(needed, { metadata: {} });
  if (type === "knowledgeBase") Object.assign(needed, { knowledgeBaseId: null, function: { name: "ask_knowledge" } });
  // A function of Make is optional, and needs a name.
  return (at && type !== "make" ? writePath(needed, at, empty) : needed) as CreateTool;
}

/** The fields with only one value. */
function constants(type: ToolType): Record<string, unknown> {
  const entries = Object.entries(schemaOfKind(type)?.properties ?? {});
  const only = entries.map(([name, each]) => [name, resolved(each, TOOL_ROOT).const] as const);
  return Object.fromEntries(only.filter(([, value]) => value !== undefined));
}
