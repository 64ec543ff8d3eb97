import { z } from "zod";
import { emptyList } from "../wire/empty-list.ts";
import { Id } from "../wire/entity.ts";
import { JsonSchema } from "../wire/json-schema.ts";
import { SERVER_TIMEOUT_SECONDS } from "../wire/limits.ts";
import { BackoffPlan, ServerTarget, ServerTimeoutSeconds } from "../wire/server-target.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { FunctionDefinition } from "./function-definition.ts";
import { tool } from "./tool-fields.ts";
import { VariableExtractionPlan } from "./variable-extraction-plan.ts";

/** Arguments that are always sent and that the model does not see. */
export const StaticParameters = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.unknown() }))
  .max(100)
  .meta({ title: "Fixed parameters" });

/** The name that the model sees. */
export const ToolName = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-zA-Z0-9_-]+$/, { error: "may only have letters, digits, _ and -" });

const Asynchronous = z.boolean().meta({ default: false, description: "The assistant continues without waiting for the result." });

/** Calls a function on your server, or on the caller's page if no server is set. */
export const FunctionTool = tool("function", {
  function: FunctionDefinition.optional(),
  async: Asynchronous.optional(),
  server: ServerTarget.meta({
    description: "Receives the tool call and returns the result. Empty: the page that runs the call does.",
  }).optional(),
  parameters: StaticParameters.optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
});

/** Sends an HTTP request. */
export const ApiRequestTool = tool("apiRequest", {
  name: ToolName.optional(),
  description: z.string().max(10_000).meta({ description: "Tells the model when to call it." }).optional(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: z.string().min(1).max(10_000).meta({ title: "URL", description: "May have {{ variables }}." }).meta(NOT_FOR_VISITORS),
  headers: JsonSchema.optional().meta(NOT_FOR_VISITORS),
  body: JsonSchema.optional(),
  parameters: StaticParameters.optional(),
  timeoutSeconds: ServerTimeoutSeconds.meta({ title: "Timeout", unit: "s", default: SERVER_TIMEOUT_SECONDS.default }).optional(),
  credentialId: Id.meta({ title: "Credential", ...NOT_FOR_VISITORS }).optional(),
  encryptedPaths: z.array(z.string().max(1000)).max(100).optional(),
  backoffPlan: BackoffPlan.optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
  function: FunctionDefinition.optional(),
});

const EnvironmentVariable = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(/^[A-Z][A-Z0-9_]*$/, { error: "must have capital letters, digits and underscores, and begin with a letter" }),
  /** Required for a new variable. If a change leaves it out, the stored one stays. */
  value: z.string().max(10_000).meta({ secret: true }).optional(),
});

/** Runs TypeScript code. */
export const CodeTool = tool("code", {
  code: z
    .string()
    .min(1)
    .max(50_000)
    .meta({ description: "TypeScript. The arguments are in args. What it returns is the result.", ...NOT_FOR_VISITORS }),
  function: FunctionDefinition.optional(),
  async: Asynchronous.optional(),
  server: ServerTarget.meta({ description: "With a URL, it receives the tool call, and the code does not run." }).optional(),
  environmentVariables: z
    .array(EnvironmentVariable)
    .max(100)
    .refine((variables) => new Set(variables.map(({ name }) => name)).size === variables.length, "must have each name once")
    .optional()
    .meta({
      description:
        "The code reads them as env.NAME. Values may have {{ variables }}, are stored encrypted and are never returned.",
      ...NOT_FOR_VISITORS,
    }),
  timeoutSeconds: z.number().min(1).max(30).meta({ title: "Timeout", unit: "s", default: 10 }).optional(),
  credentialId: Id.meta({
    title: "Credential",
    description: "Signs the requests of the code to the origins that it allows.",
    ...NOT_FOR_VISITORS,
  }).optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
});

/** A code tool inside another resource. It is copied into versions, drafts, calls and responses, so it may contain no secret. */
export const InlineCodeTool = CodeTool.extend({
  environmentVariables: emptyList(
    EnvironmentVariable,
    "must be empty here: store the tool with POST /tool, and name it in toolIds or toolId",
  )
    .optional()
    .meta({ description: "Empty. Only a tool of its own has variables.", ...NOT_FOR_VISITORS }),
});

/** Sends a SIP request in the call. */
export const SipRequestTool = tool("sipRequest", {
  verb: z.enum(["INFO", "MESSAGE", "NOTIFY"]),
  headers: JsonSchema.optional().meta(NOT_FOR_VISITORS),
  body: z.union([z.string().max(10_000), JsonSchema]).optional(),
});
