import { setTimeout as delay } from "node:timers/promises";
import { type BackoffPlan, PlatformError } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import type { OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { type OutgoingRequest, sendRequest } from "./send-request.ts";
import type { SigningContext } from "./sign-request.ts";

export interface RetriedRequest extends OutgoingRequest {
  /** Default: no retries. */
  backoffPlan?: BackoffPlan | undefined;
  /** Called after each attempt. */
  onAttempt?: OnAttempt<OutsideAnswer> | undefined;
}

/** One attempt, and its result. */
export interface RequestAttempt<Answer = OutsideAnswer> {
  startedAt: Date;
  durationMs: number;
  outcome: { answer: Answer } | { error: unknown };
}
type OnAttempt<Answer> = (attempt: RequestAttempt<Answer>) => void;

/** A wait is prolonged by up to this share, so that many calls do not retry at the same moment. */
const JITTER = 0.25;
/** A server that asks for a longer wait gets no retry. */
const WAIT_MAX_MS = 60_000;

/** Sends a request as `sendRequest` does, with retries by its backoff plan. Returns, or fails with, the result of the last attempt. */
export function retryRequest(
  context: SigningContext,
  orgId: string,
  request: RetriedRequest,
  random: () => number = Math.random,
): Promise<OutsideAnswer> {
  return retry({
    backoffPlan: request.backoffPlan,
    signal: context.signal,
    now: context.now,
    random,
    onAttempt: request.onAttempt,
    send: () => sendRequest(context, orgId, request),
    retryAfterOf: ({ headers }) => headers["retry-after"],
  });
}

interface Retries<Answer> {
  backoffPlan: BackoffPlan | undefined;
  signal: AbortSignal;
  now: () => Date;
  random?: () => number;
  /** Default: the real time. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  onAttempt?: OnAttempt<Answer> | undefined;
  send: () => Promise<Answer>;
  retryAfterOf: (answer: Answer) => string | null | undefined;
}

/** Sends, again after a failure or a status outside 2xx, as the plan says. A `Retry-After` prolongs the wait. */
export async function retry<Answer extends { status: number }>({
  backoffPlan,
  signal,
  now,
  random = Math.random,
  wait = (ms, until) => delay(ms, undefined, { signal: until }),
  onAttempt,
  send,
  retryAfterOf,
}: Retries<Answer>): Promise<Answer> {
  const { maxRetries = 0, excludedStatusCodes = [] } = backoffPlan ?? {};
  for (let retries = 0; ; retries++) {
    const startedAt = now();
    const startedMs = performance.now();
    const attempt = await send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    onAttempt?.({ startedAt, durationMs: performance.now() - startedMs, outcome: attempt });
    const isFinal =
      "answer" in attempt ? isGood(attempt.answer, excludedStatusCodes) : signal.aborted || isRefusal(attempt.error);
    const waitMs = Math.max(
      waitBefore(backoffPlan, retries) * (1 + JITTER * random()),
      "answer" in attempt ? retryAfterMs(retryAfterOf(attempt.answer), now()) : 0,
    );
    if (isFinal || retries >= maxRetries || waitMs > WAIT_MAX_MS) {
      if ("error" in attempt) throw attempt.error;
      return attempt.answer;
    }
    await wait(waitMs, signal);
  }
}

/** How long a request may take with all its retries. */
export function longestMs({ timeoutMs, backoffPlan }: Pick<RetriedRequest, "timeoutMs" | "backoffPlan">): number {
  let totalMs = timeoutMs;
  for (let retries = 0; retries < (backoffPlan?.maxRetries ?? 0); retries++)
    totalMs += timeoutMs + Math.min(waitBefore(backoffPlan, retries) * (1 + JITTER), WAIT_MAX_MS);
  return totalMs;
}

/** The wait before a retry, without jitter. */
function waitBefore(plan: BackoffPlan | undefined, retries: number): number {
  if (!plan) return 0;
  return plan.baseDelaySeconds * 1000 * (plan.type === "exponential" ? 2 ** retries : 1);
}

function isGood({ status }: { status: number }, excluded: readonly number[]): boolean {
  return (status >= 200 && status < 300) || excluded.includes(status);
}

/** A retry would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError || error instanceof PrivateAddressError;
}

/** Parses seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(given: string | null | undefined, now: Date): number {
  if (given === null || given === undefined) return 0;
  const ms = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
