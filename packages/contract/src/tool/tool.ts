import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { TOOL_KINDS } from "./tool-kinds.ts";

const AnyTool = z.discriminatedUnion("type", [...TOOL_KINDS]);

/** A tool. Its `type` decides its fields. */
export type CreateTool = z.infer<typeof AnyTool>;
/** Named, so that declarations that contain it stay short. */
export interface CreateToolSchema extends z.ZodType<CreateTool, CreateTool> {}
export const CreateTool: CreateToolSchema = AnyTool.meta({ id: "CreateTool" });

export type ToolType = CreateTool["type"];
export const TOOL_TYPES: readonly ToolType[] = TOOL_KINDS.map(({ shape }) => shape.type.value);

/** Fields of the tool's type. `type` cannot change and may be omitted. */
export const UpdateTool = KindPatch;

const StoredFields = {
  ...EntityFields,
  /** Null until the tool has a version. */
  latestVersion: z.string().nullable().optional(),
};

export type Tool = CreateTool & z.infer<z.ZodObject<typeof StoredFields>>;
export interface ToolSchema extends z.ZodType<Tool> {}
export const Tool = z.looseObject({ ...StoredFields, type: z.enum(TOOL_TYPES) }) as unknown as ToolSchema;

export const toolRoutes = resourceRoutes({
  name: "Tool",
  path: "/tool",
  noun: "tool",
  create: CreateTool,
  update: UpdateTool,
  entity: Tool,
});
