import type { ACTIONS_WITHOUT_ROUTE, PlatformRouteName, Route } from "@callwright/contract";
import type { AppContext } from "./app.ts";
import type { AuditEntry } from "./audit-log.ts";
import type { Caller, OrgCaller } from "./caller.ts";
import { clientAddress } from "./client-address.ts";
import type { HttpContext } from "./http-context.ts";

/** The target of an action, if neither the route's path nor its answer names it well. */
export interface AuditTarget {
  id?: string;
  name?: string;
  /** The kind of a target without a name. */
  kind?: string;
  /** Why the action was done. */
  reason?: string | undefined;
  /** The action only repeats an earlier one, and is not recorded. */
  isLeftOut?: boolean;
}

/** A completed request. */
export interface DoneRequest {
  name: string;
  route: Route;
  caller: Caller | null;
  params: Record<string, string>;
  answered: unknown;
  target: AuditTarget;
}

/** Not audited: POSTs that only read, messages of conversations, and drafts that are saved while somebody types. */
const NOT_AUDITED: readonly PlatformRouteName[] = [
  "runAnalytics",
  "previewCall",
  "checkCampaignContacts",
  "searchFile",
  "searchKnowledgeBase",
  "estimateSimulationRun",
  "createChat",
  "createChatResponse",
  "saveAssistantDraft",
  "replaceAssistantDraft",
  "discardAssistantDraft",
  "saveSquadDraft",
  "replaceSquadDraft",
  "discardSquadDraft",
  "saveWorkflowDraft",
  "replaceWorkflowDraft",
  "discardWorkflowDraft",
];

/** Whether the audit log records this route. Visitors' requests and reads are not recorded. */
export function isAudited(name: string, { method, scope }: Pick<Route, "method" | "scope">): boolean {
  if (method === "GET" || (scope !== "private" && scope !== "user")) return false;
  return !(NOT_AUDITED as readonly string[]).includes(name);
}

const NAME_MAX_CHARACTERS = 200;
const USER_AGENT_MAX_CHARACTERS = 500;

/** Records an action. A replayed answer is not recorded. */
export function auditWrite(c: AppContext, done: DoneRequest, { audit, config }: Pick<HttpContext, "audit" | "config">): void {
  const { name, caller, target, answered } = done;
  const answer = isObject(answered) ? answered : {};
  const actor = caller && actorOf(caller);
  // An action of a person without an organization token is recorded for the organization in its response.
  const orgId = caller?.kind === "org" ? caller.orgId : textOf(answer.id);
  if (!actor || orgId === undefined || target.isLeftOut) return;
  audit.record({
    orgId,
    action: name,
    targetId: target.id ?? targetId(done, answer),
    targetName: shortened(target.name ?? nameOf(answer) ?? target.kind, NAME_MAX_CHARACTERS),
    ...(target.reason !== undefined && { reason: target.reason }),
    ...actor,
    ipAddress: clientAddress(c, config),
    userAgent: shortened(c.req.header("user-agent"), USER_AGENT_MAX_CHARACTERS),
    requestId: c.get("requestId"),
  });
}

/** Records an action without a route, under the name of a route with the same effect if there is one. */
export function auditAction(
  audit: HttpContext["audit"],
  caller: OrgCaller,
  action: PlatformRouteName | (typeof ACTIONS_WITHOUT_ROUTE)[number],
  { id, name, isLeftOut }: AuditTarget,
): void {
  const actor = actorOf(caller);
  if (!actor || isLeftOut) return;
  const target = { targetId: id, targetName: shortened(name, NAME_MAX_CHARACTERS) };
  audit.record({ orgId: caller.orgId, action, ...target, ...actor });
}

function actorOf(caller: Caller): Pick<AuditEntry, "actor" | "actorId" | "actorName"> | undefined {
  if (caller.userId !== undefined && caller.userId !== null) return { actor: "user", actorId: caller.userId };
  if (caller.kind === "user") return undefined;
  const { apiToken, keySet } = caller;
  if (keySet) return { actor: "key-set", actorId: keySet.id, actorName: `${keySet.name}: ${keySet.subject}` };
  return apiToken ? { actor: "token", actorId: apiToken.id } : undefined;
}

/** The id in the answer, or else the last id in the path. */
function targetId({ route, params }: DoneRequest, answer: Record<string, unknown>): string | undefined {
  const made = route.status === 201 ? textOf(answer.id) : undefined;
  return made ?? Object.values(params).at(-1);
}

/** The fields that contain a resource's name; for a tool, that is the function's name. */
const NAMES: readonly string[][] = [["name"], ["number"], ["function", "name"], ["email"], ["provider"]];

function nameOf(answer: Record<string, unknown>): string | undefined {
  return NAMES.map((path) => textOf(at(answer, path))).find((text) => text !== undefined);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, field) => (isObject(inner) ? inner[field] : undefined), value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function shortened(text: string | undefined, maxCharacters: number): string | undefined {
  return text === undefined ? undefined : [...text].slice(0, maxCharacters).join("");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
