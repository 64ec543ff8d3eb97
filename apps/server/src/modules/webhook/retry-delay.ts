import { type BackoffPlan, WEBHOOK_RETRY_AFTER_MAX_SECONDS, WEBHOOK_RETRY_SECONDS } from "@callwright/contract";

export interface FailedAttempt {
  /** Attempts so far, including this one. */
  attempts: number;
  /** HTTP status; undefined without a response. */
  status: number | undefined;
  /** `Retry-After` of the response. */
  retryAfter: string | undefined;
}

export interface RetryRules {
  /** The server's plan. */
  plan: BackoffPlan | undefined;
  /** Retries of servers without a plan. */
  byDefault: boolean;
}

/** A wait is prolonged by up to this share, so that messages that failed together are not retried together. */
const JITTER = 0.25;
/** Responses after which a later attempt may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** How long to wait before the next attempt, in milliseconds; undefined when there is none. `random`: 0 to 1. */
export function retryDelayMs(failed: FailedAttempt, rules: RetryRules, now: Date, random: number): number | undefined {
  const waitSeconds = rules.plan ? waitOfPlan(failed, rules.plan) : rules.byDefault ? waitByDefault(failed) : undefined;
  if (waitSeconds === undefined) return undefined;
  const askedSeconds = Math.min(retryAfterSeconds(failed.retryAfter, now), WEBHOOK_RETRY_AFTER_MAX_SECONDS);
  return Math.round(Math.max(waitSeconds * (1 + JITTER * random), askedSeconds) * 1000);
}

function waitOfPlan({ attempts, status }: FailedAttempt, plan: BackoffPlan): number | undefined {
  const { type, maxRetries, baseDelaySeconds, excludedStatusCodes = [] } = plan;
  if (attempts > maxRetries || (status !== undefined && excludedStatusCodes.includes(status))) return undefined;
  return baseDelaySeconds * (type === "exponential" ? 2 ** (attempts - 1) : 1);
}

function waitByDefault({ attempts, status }: FailedAttempt): number | undefined {
  const mayPass = status === undefined || status >= 500 || PASSING.has(status);
  return mayPass ? WEBHOOK_RETRY_SECONDS[attempts - 1] : undefined;
}

/** Parses seconds or a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(given: string | undefined, now: Date): number {
  if (given === undefined) return 0;
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}
