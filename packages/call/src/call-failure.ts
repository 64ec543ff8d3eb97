/** Stable codes of what can go wrong in the browser. The platform's own codes (`at-capacity`, `unauthorized`, …) pass through. */
export type CallFailureCode =
  | "target-missing"
  | "server-unreachable"
  | "server-refused"
  | "room-unsupported"
  | "room-unreachable"
  | "connection-lost"
  | "sound-blocked"
  | "recognition-unavailable"
  | "video-recording-unsupported"
  | "unknown";

/** A failure with a stable code. `message` is a sentence for people. */
export class CallFailure extends Error {
  readonly code: string;

  constructor(code: CallFailureCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CallFailure";
    this.code = code;
  }
}

/** What `error.error` holds: plain data, so that it survives JSON. */
export interface CallErrorDetail {
  message: string;
  name: string;
  code: string;
}

/** Types of the `error` event. The `daily-` names are the specification's, for every kind of room. */
export type CallErrorType =
  | "validation-error"
  | "daily-call-object-creation-error"
  | "daily-call-join-error"
  | "video-recording-setup-error"
  | "audio-observer-setup-error"
  | "audio-processing-setup-error"
  | "start-method-error"
  | "daily-error"
  | "transcriber-error";

/** The one shape of every error a call emits. */
export interface CallError {
  type: CallErrorType;
  /** Where it happened: a start stage, `input-validation` or `call`. */
  stage: string;
  error: CallErrorDetail;
  /** ISO 8601, UTC. */
  timestamp: string;
  /** Milliseconds since `start`, for failures of a start. */
  totalDuration?: number;
}

/** Any thrown value as plain data. */
export function describeError(error: unknown): CallErrorDetail {
  if (error instanceof CallFailure) return { message: error.message, name: error.name, code: error.code };
  if (error instanceof Error) return { message: error.message, name: error.name, code: "unknown" };
  return { message: String(error), name: "Error", code: "unknown" };
}
