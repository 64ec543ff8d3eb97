import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { CodeTool, InlineCodeTool } from "./request-tools.ts";
import { TOOL_KINDS } from "./tool-kinds.ts";
import { toolNoun } from "./tool-noun.ts";

const AnyTool = z.discriminatedUnion("type", [...TOOL_KINDS]);

/** A tool. Its `type` decides its fields. */
export type CreateTool = z.infer<typeof AnyTool>;
/** Named, so that declarations that contain it stay short. */
export interface CreateToolSchema extends z.ZodType<CreateTool, CreateTool> {}
export const CreateTool: CreateToolSchema = AnyTool.meta({ id: "CreateTool" });

const [firstKind, ...otherKinds] = TOOL_KINDS;
const AnyInlineTool = z.discriminatedUnion("type", [
  firstKind,
  ...otherKinds.map((kind) => (kind === CodeTool ? InlineCodeTool : kind)),
]);

/** A tool inside another resource. */
export const InlineTool: CreateToolSchema = AnyInlineTool.meta({ id: "InlineTool" });

/** Paths of a tool's secret values. A variable is found by its name. */
export function toolSecrets(tool: object): readonly string[] {
  const { type, environmentVariables = [] } = tool as Partial<Extract<CreateTool, { type: "code" }>>;
  return type === "code" ? environmentVariables.map(({ name }) => `environmentVariables.${name}.value`) : [];
}

export type ToolType = CreateTool["type"];
export const TOOL_TYPES: readonly ToolType[] = TOOL_KINDS.map(({ shape }) => shape.type.value);

/** Fields of the tool's type. `type` cannot change and may be omitted. */
export const UpdateTool = KindPatch;

const StoredFields = {
  ...EntityFields,
  /** Null until the tool has a version. */
  latestVersion: z.string().nullable().optional(),
  /** Paths of the stored secrets: `environmentVariables.API_KEY.value`. They are never returned. Callwright only. */
  storedSecrets: z.array(z.string()).optional(),
};

export type Tool = CreateTool & z.infer<z.ZodObject<typeof StoredFields>>;
export interface ToolSchema extends z.ZodType<Tool> {}
export const Tool = z.looseObject({ ...StoredFields, type: z.enum(TOOL_TYPES) }) as unknown as ToolSchema;

export const toolRoutes = resourceRoutes(toolNoun, {
  create: CreateTool,
  update: UpdateTool,
  entity: Tool,
});
