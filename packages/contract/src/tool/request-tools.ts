import { z } from "zod";
import { Id } from "../entity.ts";
import { JsonSchema } from "../json-schema.ts";
import { BackoffPlan, ServerTarget } from "../server-target.ts";
import { FunctionDefinition } from "./function-definition.ts";
import { ToolFields } from "./tool-fields.ts";
import { VariableExtractionPlan } from "./variable-extraction-plan.ts";

/** Arguments that the model does not choose: they are always sent. */
const StaticParameters = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.unknown() }))
  .max(100)
  .meta({ title: "Fixed parameters" });

const Asynchronous = z.boolean().meta({ default: false, description: "The assistant goes on without the answer." });

/** Calls a function of the caller's own server; without a server, of the caller's page. */
export const FunctionTool = z.strictObject({
  type: z.literal("function"),
  function: FunctionDefinition.optional(),
  async: Asynchronous.optional(),
  server: ServerTarget.optional(),
  parameters: StaticParameters.optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
  ...ToolFields,
});

/** Calls any HTTP address. */
export const ApiRequestTool = z.strictObject({
  type: z.literal("apiRequest"),
  name: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[a-zA-Z0-9_-]+$/, { error: "must have letters, digits, _ and - only" })
    .optional(),
  description: z.string().max(10_000).meta({ description: "Tells the model when to call it." }).optional(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: z.string().min(1).max(10_000).meta({ title: "URL", description: "May have {{ variables }}." }),
  headers: JsonSchema.optional(),
  body: JsonSchema.optional(),
  parameters: StaticParameters.optional(),
  timeoutSeconds: z.number().min(1).max(300).meta({ title: "Time-out", unit: "s", default: 20 }).optional(),
  credentialId: Id.meta({ title: "Credential" }).optional(),
  encryptedPaths: z.array(z.string().max(1000)).max(100).optional(),
  backoffPlan: BackoffPlan.optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
  function: FunctionDefinition.optional(),
  ...ToolFields,
});

/** Runs a piece of TypeScript. */
export const CodeTool = z.strictObject({
  type: z.literal("code"),
  code: z.string().min(1).max(50_000).meta({ description: "TypeScript." }),
  function: FunctionDefinition.optional(),
  async: Asynchronous.optional(),
  server: ServerTarget.optional(),
  /** None: a value would rest in clear in the tool, and in every assistant, call and answer that has it. */
  environmentVariables: z
    .array(z.looseObject({}))
    .refine((variables) => variables.length === 0, {
      message: "must be left out: keep what is secret in a credential, and name that in credentialId",
    })
    .optional()
    .meta({ deprecated: true }),
  timeoutSeconds: z.number().min(1).max(30).meta({ title: "Time-out", unit: "s", default: 10 }).optional(),
  credentialId: Id.meta({ title: "Credential" }).optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
  ...ToolFields,
});

/** Sends a SIP request within the call. */
export const SipRequestTool = z.strictObject({
  type: z.literal("sipRequest"),
  verb: z.enum(["INFO", "MESSAGE", "NOTIFY"]),
  headers: JsonSchema.optional(),
  body: z.union([z.string().max(10_000), JsonSchema]).optional(),
  ...ToolFields,
});
