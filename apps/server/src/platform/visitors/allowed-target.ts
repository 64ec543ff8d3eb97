import { PlatformError, type TokenRestrictions } from "@callwright/contract";

/** Whom a visitor wants to talk to, as the bodies of calls and chats say it. */
export interface RequestedTarget {
  assistantId?: string;
  assistant?: object;
  assistantOverrides?: object;
  squadId?: string;
  squad?: object;
  squadOverrides?: object;
  workflowId?: string;
  workflow?: object;
  workflowOverrides?: object;
  startAt?: string;
}

const INLINE = ["assistant", "squad", "workflow"] as const;
const OVERRIDES = ["assistantOverrides", "squadOverrides", "workflowOverrides"] as const;
/** What stands behind these is more than one assistant, and none that a list of assistants names. */
const BEYOND_LIST = ["squadId", "workflowId"] as const;

/** Does the token take stored assistants as they are? One with a list of them does, whatever else it says. */
export function takesStoredOnly({ allowedAssistantIds, allowTransientAssistant = true }: TokenRestrictions): boolean {
  return !allowTransientAssistant || allowedAssistantIds !== undefined;
}

/**
 * May a token with these restrictions reach this target? One that may not bring an assistant of its own may not rewrite a stored one
 * either: of its overrides only `variableValues` pass, which fill in what the assistant leaves open. Everything else says how the
 * assistant behaves, or what it costs. Fails with `token-inline-refused`, `token-override-refused`, `token-start-refused` or
 * `token-assistant-refused`.
 */
export function requireAllowedTarget(restrictions: TokenRestrictions, target: RequestedTarget): void {
  const { allowedAssistantIds } = restrictions;
  if (takesStoredOnly(restrictions)) requireStored(target);
  if (!allowedAssistantIds) return;
  const { assistantId } = target;
  if (assistantId !== undefined && !allowedAssistantIds.includes(assistantId.toLowerCase()))
    throw new PlatformError("token-assistant-refused", { target: `assistant ${assistantId}` });
  for (const field of BEYOND_LIST)
    if (target[field] !== undefined) throw new PlatformError("token-assistant-refused", { target: field.replace("Id", "s") });
}

/** Names below these are of the customer. */
const FREE = new Set(["metadata", "variableValues", "parameters", "schema"]);

/**
 * What is filtered, redacted and stored is the organization's to decide, and filters cost the server work. Fails with
 * `token-compliance-refused` for a compliance plan anywhere in what a visitor brings.
 */
export function requireNoCompliancePlan(target: RequestedTarget): void {
  for (const field of [...INLINE, ...OVERRIDES]) refuseCompliancePlan(target[field], field);
}

function refuseCompliancePlan(value: unknown, at: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (FREE.has(name) || each === undefined) continue;
    const field = `${at}.${name}`;
    if (name === "compliancePlan") throw new PlatformError("token-compliance-refused", { field });
    refuseCompliancePlan(each, field);
  }
}

function requireStored(target: RequestedTarget): void {
  if (target.startAt !== undefined) throw new PlatformError("token-start-refused");
  for (const field of INLINE) if (target[field] !== undefined) throw new PlatformError("token-inline-refused", { field });
  for (const overrides of OVERRIDES) {
    const given = Object.entries(target[overrides] ?? {}).filter(([, value]) => value !== undefined);
    const field = given.find(([name]) => name !== "variableValues")?.[0];
    if (field !== undefined) throw new PlatformError("token-override-refused", { overrides, field });
  }
}
