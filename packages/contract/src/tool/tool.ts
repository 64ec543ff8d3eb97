import { z } from "zod";
import { EntityFields } from "../entity.ts";
import { KindPatch } from "../patch-of.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { TOOL_KINDS } from "./tool-kinds.ts";

const AnyTool = z.discriminatedUnion("type", [...TOOL_KINDS]);

/** What a tool is made of; its kind is its `type`. */
export type CreateTool = z.infer<typeof AnyTool>;
/** A name, by which the declarations of what holds it stay short. */
export interface CreateToolSchema extends z.ZodType<CreateTool, CreateTool> {}
export const CreateTool: CreateToolSchema = AnyTool.meta({ id: "CreateTool" });

export type ToolType = CreateTool["type"];
export const TOOL_TYPES: readonly ToolType[] = TOOL_KINDS.map(({ shape }) => shape.type.value);

/** Fields of the tool's own kind; its `type` stays and need not be named. */
export const UpdateTool = KindPatch;

const StoredFields = {
  ...EntityFields,
  /** Null until it is versioned. */
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
