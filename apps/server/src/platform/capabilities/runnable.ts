import { CONNECTABLE_PROVIDERS, CreateCredential, type HookEvent, type ToolType } from "@callwright/contract";
import { CALL_HOOK_EVENTS } from "@callwright/engine/conversation";

/** What can answer a call or a chat. */
export const TARGET_KINDS = ["assistant", "squad", "workflow"] as const;

/** Credentials that prove to a server of the organization who sends a request. */
export const SIGNING_PROVIDERS: ReadonlySet<string> = new Set(
  CreateCredential.options.flatMap(({ shape }) => ("allowedOrigins" in shape ? [shape.provider.value] : [])),
);

/** Services that keep the files of calls. */
export const STORAGE_PROVIDERS = ["s3", "s3-compatible", "gcp", "cloudflare", "supabase", "azure"] as const;

/** Services that get traces of calls. */
export const OBSERVABILITY_PROVIDERS = ["langfuse"] as const;

/** Services that tools act at. */
export const SERVICE_PROVIDERS = [...CONNECTABLE_PROVIDERS, "gohighlevel", "make"] as const;

/** Providers of credentials that lines of phone numbers use. */
export const LINE_PROVIDERS = ["byo-sip-trunk", "telnyx", "vonage"] as const;

/** Tools that run here. The model sees others as unavailable. Each has an opener in `tool/run/open-tool.ts`. */
export const RUNNABLE_TOOL_TYPES = [
  "function",
  "apiRequest",
  "endCall",
  "handoff",
  "transferCall",
  "dtmf",
  "voicemail",
  "sms",
  "sipRequest",
  "query",
  "knowledgeBase",
  "mcp",
  "code",
  "bash",
  "computer",
  "textEditor",
  "google.calendar.event.create",
  "google.calendar.availability.check",
  "google.sheets.row.append",
  "slack.message.send",
  "gohighlevel.calendar.availability.check",
  "gohighlevel.calendar.event.create",
  "gohighlevel.contact.create",
  "gohighlevel.contact.get",
  "make",
  "ghl",
] as const satisfies readonly ToolType[];
export type RunnableToolType = (typeof RUNNABLE_TOOL_TYPES)[number];

export const SESSION_HOOK_EVENT = "session.created" satisfies HookEvent;
export const RUNNABLE_HOOK_EVENTS: readonly HookEvent[] = [...CALL_HOOK_EVENTS, SESSION_HOOK_EVENT];
