import {
  AssistantOverrides,
  CreateAssistant,
  CreateSquad,
  CreateWorkflow,
  PlatformError,
  refusedForVisitors,
  WorkflowOverrides,
} from "@callwright/contract";
import { hasSameOrigin } from "@callwright/engine/conversation";
import type { OrgCaller } from "../http/caller.ts";
import type { HttpContext } from "../http/http-context.ts";
import { hashVisitorAddress } from "../http/visitor-address.ts";
import { type RequestedTarget, requireAllowedTarget, requireNoCompliancePlan, takesStoredOnly } from "./allowed-target.ts";
import type { Visitor, VisitorAction, VisitorRates } from "./visitor-rates.ts";

export interface VisitorRequest {
  action: VisitorAction;
  target: RequestedTarget;
  /** IP address of the client. */
  clientAddress: string;
}

export interface AdmittedVisitor extends Visitor {
  /** Whether the visitor's page may instruct the assistant during the conversation. Not with a token for unchanged stored assistants. */
  mayInstruct: boolean;
}

/**
 * The check of every route that visitors may use, before anything costs the owner money: whether the token permits this target, whether the visitor's
 * overrides could send this server's requests to new addresses, and whether the token and the address have starts left. Null for a caller of the
 * organization itself, because these limits are for visitors. Fails with `token-inline-refused`, `token-override-refused`, `token-assistant-refused`,
 * `token-address-refused`, `token-compliance-refused` or `rate-limited`.
 */
export function admitVisitor(
  { config, secrets, visitorRates }: Pick<HttpContext, "config" | "secrets"> & { visitorRates: VisitorRates },
  { tag, apiToken }: OrgCaller,
  { action, target, clientAddress }: VisitorRequest,
): AdmittedVisitor | null {
  if (tag !== "public") return null;
  if (!apiToken) throw new Error("a public caller has no API token");
  requireAllowedTarget(apiToken.restrictions, target);
  requireNoCompliancePlan(target);
  requireAllowedAddress(target, config.providerUrls["custom-llm"]);
  const visitor = { tokenId: apiToken.id, addressHash: hashVisitorAddress(clientAddress, secrets.visitors) };
  visitorRates.take(action, visitor);
  return { ...visitor, mayInstruct: !takesStoredOnly(apiToken.restrictions) };
}

/** What a visitor may send along. */
const BROUGHT = {
  assistant: CreateAssistant,
  assistantOverrides: AssistantOverrides,
  squad: CreateSquad,
  squadOverrides: AssistantOverrides,
  workflow: CreateWorkflow,
  workflowOverrides: WorkflowOverrides,
} as const;

/**
 * A visitor must not choose where this server sends requests, with which headers or credentials, or what code it runs: it stands in its
 * operator's network, and acts for its organization. The contract marks these fields. Of models, a visitor may name the address of the server's
 * own `custom-llm`, whose base URL is `ownUrl`. Fails with `token-address-refused`, which names the field.
 */
export function requireAllowedAddress(target: RequestedTarget, ownUrl: string | undefined): void {
  for (const [name, schema] of Object.entries(BROUGHT)) {
    const path = refusedForVisitors(schema, target[name as keyof typeof BROUGHT], (url) => hasSameOrigin(url, ownUrl));
    if (path !== undefined) throw new PlatformError("token-address-refused", { field: `${name}.${path}` });
  }
}
