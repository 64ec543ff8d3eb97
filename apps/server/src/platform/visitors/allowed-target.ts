import { PlatformError, type TokenRestrictions } from "@callwright/contract";

/** A visitor's target, as in the bodies of calls and chats. */
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
/** These targets are more than one assistant, which a list of assistants cannot name. */
const BEYOND_LIST = ["squadId", "workflowId"] as const;

/** Whether the token permits only stored assistants, unchanged. A token with a list of assistants does, whatever its other restrictions. */
export function takesStoredOnly({ allowedAssistantIds, allowTransientAssistant = true }: TokenRestrictions): boolean {
  return !allowTransientAssistant || allowedAssistantIds !== undefined;
}

/**
 * Checks whether a token with these restrictions permits this target. A token that permits no inline assistant also permits no rewriting of a stored
 * one: only the override `variableValues` passes, which fills in the assistant's variables. Other overrides change its behavior or its cost. Fails
 * with `token-inline-refused`, `token-override-refused`, `token-start-refused` or `token-assistant-refused`.
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

/** The user chooses the names below these fields. */
const FREE = new Set(["metadata", "variableValues", "parameters", "schema"]);

/**
 * The organization decides what is filtered, redacted and stored, and filters cost the server work. Fails with `token-compliance-refused` for a
 * compliance plan anywhere in a visitor's request.
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
