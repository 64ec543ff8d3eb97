import {
  ASKED_MESSAGE_TYPES,
  CALL_TYPES,
  CLIENT_MESSAGE_TYPES,
  CREDENTIAL_PROVIDERS,
  HOOK_EVENTS,
  PROVIDERS_OF_PARTS,
  type ProviderSupport,
  SEARCH_TYPES,
  SENT_CLIENT_MESSAGES,
  SENT_SERVER_MESSAGES,
  SERVER_MESSAGE_TYPES,
  type ServerMessageType,
  type Support,
  TOOL_TYPES,
} from "@callwright/contract";
import { notOnThisServer, PART_NAMES, type PartName, partCredentials, providerPart } from "@callwright/engine/conversation";
import type { Config } from "../config/config.ts";
import { NO_EMBEDDINGS } from "./field-rules.ts";
import {
  LINE_PROVIDERS,
  OBSERVABILITY_PROVIDERS,
  RUNNABLE_HOOK_EVENTS,
  RUNNABLE_TOOL_TYPES,
  SERVICE_PROVIDERS,
  SIGNING_PROVIDERS,
  STORAGE_PROVIDERS,
  TARGET_KINDS,
} from "./runnable.ts";

type Keys = Pick<Config, "providerKeys">;

const READY: Support = { state: "ready" };
const notSupported = (reason: string): Support => ({ state: "not-supported", reason });

/** Each id with its support. */
export const table = <S extends Support>(ids: readonly string[], supportOf: (id: string) => S): Record<string, S> =>
  Object.fromEntries(ids.map((id) => [id, supportOf(id)]));

/** Whether a part of a provider runs here. Keys of organizations are not looked at. */
export function providerSupport(part: PartName, provider: string, { providerKeys }: Keys): ProviderSupport {
  const found = providerPart(part, provider);
  if (!found) return notSupported(notOnThisServer(part, provider));
  const credentials = partCredentials(part, provider);
  const details = { settings: [...found.settings], ...(credentials.length > 0 && { credentials: [...credentials] }) };
  if (found.key === "required" && providerKeys[provider] === undefined)
    return { state: "needs-credential", reason: `Add a key of ${provider} under Credentials.`, ...details };
  return { state: "ready", ...details };
}

export const providerSupports = (part: PartName, keys: Keys) =>
  table(PROVIDERS_OF_PARTS[part], (id) => providerSupport(part, id, keys));

const RUNNABLE_TOOLS = new Set<string>(RUNNABLE_TOOL_TYPES);

export function toolSupport(type: string): Support {
  if (type === "transferCall")
    return { state: "ready", reason: "To assistants, and in phone calls to telephone numbers. SIP addresses are refused." };
  if (type === "dtmf" || type === "voicemail") return { state: "ready", reason: "In phone calls only." };
  if (type === "sms") return { state: "ready", reason: "In phone calls and chats with a number of Twilio." };
  if (type === "sipRequest") return { state: "ready", reason: "In calls over a SIP trunk only, by INFO and MESSAGE." };
  if (RUNNABLE_TOOLS.has(type)) return READY;
  return notSupported("This server does not run such tools yet. The assistant says that it is not available.");
}

export const toolSupports = () => table(TOOL_TYPES, toolSupport);

/** Whether a hook's action can run a tool of this type: it must run here, and be a single tool. */
export function hookToolSupport(type: string): Support {
  if (type === "mcp") return notSupported("A hook cannot choose among the tools of an MCP server. Use a tool of another type.");
  if (type === "handoff" || type === "transferCall")
    return notSupported("A hook cannot hand the conversation over. The assistant's own tools can.");
  if (type === "sms") return notSupported("A hook has no text for the message. The assistant's own tools have.");
  return toolSupport(type);
}

const RUNNABLE_HOOKS = new Set<string>(RUNNABLE_HOOK_EVENTS);

export const hookSupports = () =>
  table(HOOK_EVENTS, (event) => (RUNNABLE_HOOKS.has(event) ? READY : notSupported("This server does not run such hooks.")));

const SENT_TO_SERVERS = new Set<string>([...SENT_SERVER_MESSAGES, ...ASKED_MESSAGE_TYPES]);

/** Notes that only these types need. */
const SERVER_MESSAGE_NOTES: { readonly [type in ServerMessageType]?: string } = {
  transcript: "Servers get final transcripts. Partial ones go to the caller's page only.",
  "model-output": "One message per step of the model, not per token.",
  "function-call": "Sent in place of tool-calls to assistants whose serverMessages have it and not tool-calls.",
  "handoff-destination-request": "Sent when a handoff lets the server choose the destination, also when not selected.",
  "transfer-destination-request": "Sent when a transfer has no destinations of its own, also when not selected.",
  "language-changed": "This server does not detect languages.",
  "language-change-detected": "This server does not detect languages.",
};

export const serverMessageSupports = () =>
  table(SERVER_MESSAGE_TYPES, (type): Support => {
    const note = SERVER_MESSAGE_NOTES[type as ServerMessageType];
    if (SENT_TO_SERVERS.has(type)) return note === undefined ? READY : { state: "ready", reason: note };
    return notSupported(note ?? "Calls and chats on this server never send this message.");
  });

const SENT = new Set<string>(SENT_CLIENT_MESSAGES);

export const clientMessageSupports = () =>
  table(CLIENT_MESSAGE_TYPES, (type) => (SENT.has(type) ? READY : notSupported("Calls on this server never send this message.")));

export const callTypeSupports = () =>
  table(CALL_TYPES, (type) =>
    type === "webCall" || type === "vapi.websocketCall"
      ? READY
      : { state: "ready", reason: "With simulated numbers, numbers of Twilio, Telnyx and Vonage, and numbers of SIP trunks." },
  );

/** By the search types of knowledge bases. */
export const searchTypeSupports = ({ embeddings }: Pick<Config, "embeddings">) =>
  table(SEARCH_TYPES, (type) => (embeddings || type === "fulltext" || type === "bm25" ? READY : notSupported(NO_EMBEDDINGS)));

export const targetSupports = () => table(TARGET_KINDS, () => READY);

const PART_CREDENTIALS: ReadonlySet<string> = new Set(
  PART_NAMES.flatMap((part) => PROVIDERS_OF_PARTS[part].flatMap((provider) => partCredentials(part, provider))),
);

const OTHERS: ReadonlySet<string> = new Set([
  ...[...STORAGE_PROVIDERS, ...LINE_PROVIDERS, ...OBSERVABILITY_PROVIDERS, ...SERVICE_PROVIDERS],
]);

/** Whether anything on this server uses a credential of this provider. */
export function credentialSupport(provider: string): Support {
  const isUsed = SIGNING_PROVIDERS.has(provider) || PART_CREDENTIALS.has(provider) || OTHERS.has(provider);
  return isUsed ? READY : notSupported(`This server does not use ${provider} credentials yet.`);
}

export const credentialSupports = () => table(CREDENTIAL_PROVIDERS, credentialSupport);
