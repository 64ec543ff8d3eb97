import type { DailyEventObjectCameraError, DailyEventObjectFatalError, DailyEventObjectNonFatalError } from "@daily-co/daily-js";
import { CallFailure } from "../call-failure.ts";

/** What Daily throws or rejects with: its fatal error event, a string, an object or an `Error`. */
export function dailyFailure(thrown: unknown, fallback: string): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  // Daily rejects with a string if its bundle cannot be loaded.
  if (typeof thrown === "string") return libraryUnreachable(thrown);
  if (thrown instanceof Error) return new CallFailure("room-failed", thrown.message, { cause: thrown });
  const { errorMsg, error, msg, message } = (thrown ?? {}) as Partial<DailyEventObjectFatalError> & {
    msg?: string;
    message?: string;
  };
  return new CallFailure(error?.type ?? "room-failed", errorMsg ?? error?.msg ?? msg ?? message ?? fallback, {
    details: plain(error),
  });
}

/** Daily's library or bundle cannot be loaded. */
export function libraryUnreachable(cause: unknown): CallFailure {
  return new CallFailure(
    "room-library-unreachable",
    "Daily could not be loaded. Check the network and the page's content security policy.",
    { cause },
  );
}

/** A device that cannot be used. The code is Daily's type: `permissions`, `not-found`, `mic-in-use`, … */
export function cameraFailure({ error, errorMsg }: DailyEventObjectCameraError): CallFailure {
  const message = error?.msg || errorMsg?.errorMsg || "A camera or microphone cannot be used.";
  return new CallFailure(error?.type ?? "unknown", message, { details: { ...plain(error), ...plain(errorMsg) } });
}

/** A failure that does not end the call. The code is Daily's type: `audio-processor-error`, `screen-share-error`, … */
export function nonFatalFailure({ type, errorMsg, details }: DailyEventObjectNonFatalError): CallFailure {
  return new CallFailure(type, errorMsg, { details: plain(details) });
}

function plain(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
