import { z } from "zod";

/** `needs-credential`: runs once the organization adds a key under Credentials, or the operator sets one in the server's environment. */
export const SUPPORT_STATES = ["ready", "needs-credential", "not-supported"] as const;

/** Whether a server can run something. `reason` is one sentence: why not, or under which condition. */
export const Support = z.object({ state: z.enum(SUPPORT_STATES), reason: z.string().optional() });
export type Support = z.infer<typeof Support>;

const Supports = z.record(z.string(), Support);

/** The support of a provider of models, voices or transcribers. */
const ProviderSupport = Support.extend({
  /** The provider's settings that have an effect. Absent if the provider is not supported. */
  settings: z.array(z.string()).optional(),
  /** Providers of the credentials that it can use. Absent if it takes none. */
  credentials: z.array(z.string()).optional(),
});
export type ProviderSupport = z.infer<typeof ProviderSupport>;
const ProviderSupports = z.record(z.string(), ProviderSupport);

/** An object under one of these names is an assistant or its overrides, at any depth. */
export const ASSISTANT_FIELDS: readonly string[] = [
  "assistant",
  "assistantOverrides",
  "squadOverrides",
  "membersOverrides",
  "workflowOverrides",
  "targetOverrides",
];

/** A field that the server stores without effect (`ignored`), or rejects when it is on (`refused`). */
export const UnsupportedField = z.object({
  /** Path from the resource's top level: `artifactPlan.pcapEnabled`. */
  path: z.string(),
  effect: z.enum(["ignored", "refused"]),
  reason: z.string(),
});
export type UnsupportedField = z.infer<typeof UnsupportedField>;

const FieldSupport = z.object({
  /** Fields with an effect. A parent field includes all fields below it, except the unsupported ones. */
  honored: z.array(z.string()),
  unsupported: z.array(UnsupportedField),
});
export type FieldSupport = z.infer<typeof FieldSupport>;

/** What a server can run. Screens, validation and documentation read it. Callwright only. */
export const Capabilities = z.object({
  /** By part and provider id. */
  providers: z.object({ model: ProviderSupports, voice: ProviderSupports, transcriber: ProviderSupports }),
  /** By tool type. */
  tools: Supports,
  /** By hook event. */
  hooks: Supports,
  serverMessages: Supports,
  clientMessages: Supports,
  callTypes: Supports,
  /** By credential provider: whether this server uses such a credential. */
  credentials: Supports,
  /** By agent type: assistant, squad, workflow. */
  targets: Supports,
  /** By search type of a knowledge base. */
  searchTypes: Supports,
  /** By the resource's path segment: `assistant`, `phone-number`. All fields of an absent resource are honored. */
  fields: z.record(z.string(), FieldSupport),
});
export type Capabilities = z.infer<typeof Capabilities>;

/** A written field that the server stores without effect. */
export const Warning = z.object({ field: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;
