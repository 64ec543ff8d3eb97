import { keepNewest } from "@callwright/contract";
import type { PromptRules } from "../model-messages.ts";

/**
 * The requests that a server accepts, learned for each of its models. Chat templates differ, and no server says what its template refuses: the first
 * request is sent unchanged, and after a refusal that names roles or tools, the same request is sent in another form. Servers that accept everything
 * keep their caches.
 */
export interface ServerHabits {
  /** The URL in the assistant's model; "" without one. */
  readonly url: string;
  readonly model: string;
  /** `turns`: user and assistant in turns after one system prompt. `plain`: only user and assistant. */
  roles: "any" | "turns" | "plain";
  takesTools: boolean;
  /** The chat template opens the model's thoughts, so only their end is in the answer. Undefined: unknown yet. */
  opensThoughts: boolean | undefined;
  /** When the server last refused something, on the monotonic clock. */
  refusedAtMs?: number | undefined;
}

const SERVERS_MAX = 500;
/** A server may have restarted since, with another template or with tools. */
const FORGET_REFUSALS_MS = 10 * 60 * 1000;
const known = new Map<string, ServerHabits>();

const idOf = (url: string, model: string) => `${url} ${model}`;

/** The habits of a model's server. Undefined before its first request. */
export const knownHabits = (url: string, model: string): ServerHabits | undefined => known.get(idOf(url, model));

/** Kept for the latest 500 models; refusals for ten minutes. */
export function habitsOf(url: string, model: string, nowMs = performance.now()): ServerHabits {
  const id = idOf(url, model);
  const habits = known.get(id) ?? { url, model, roles: "any", takesTools: true, opensThoughts: undefined };
  if (habits.refusedAtMs !== undefined && nowMs - habits.refusedAtMs > FORGET_REFUSALS_MS)
    Object.assign(habits, { roles: "any", takesTools: true, refusedAtMs: undefined } satisfies Partial<ServerHabits>);
  keepNewest(known, id, habits, SERVERS_MAX);
  return habits;
}

/** Stores what a server says about a model. `url`: the assistant's model URL, "" without one. */
export function rememberTools(url: string, model: string, takesTools: boolean): void {
  const habits = habitsOf(url, model);
  habits.takesTools = takesTools;
  if (!takesTools) habits.refusedAtMs = performance.now();
}

let report = (_url: string, _model: string) => {};

/** A call host passes this on to the server: the editor warns of tools that have no effect. `onRefused` must not throw. */
export function reportRefusedTools(onRefused: typeof report): void {
  report = onRefused;
}

/** The server refused a request because of its tools. */
export function refuseTools(habits: ServerHabits): void {
  habits.takesTools = false;
  habits.refusedAtMs = performance.now();
  report(habits.url, habits.model);
}

/** The rules for a request, by the habits. */
export const rulesOf = ({ roles, takesTools }: ServerHabits): PromptRules => ({
  ...(roles !== "any" && { takesTurns: true }),
  ...(roles === "plain" && { promptIsUsers: true }),
  ...((roles === "plain" || !takesTools) && { toolsAreTold: true }),
});
