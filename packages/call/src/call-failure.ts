/**
 * Stable codes of failures in the browser. Codes of the API (`at-capacity`, `unauthorized`, …) and of Daily
 * (`ejected`, `meeting-full`, …) pass through.
 */
export type CallFailureCode =
  | "target-missing"
  | "server-address-missing"
  | "no-call"
  | "already-started"
  | "room-address-missing"
  | "server-unreachable"
  | "server-refused"
  | "room-unsupported"
  | "room-unreachable"
  | "room-library-unreachable"
  | "room-failed"
  | "connection-lost"
  | "call-taken-over"
  | "sound-blocked"
  | "websocket-sound-unavailable"
  | "recognition-unavailable"
  | "microphone-blocked"
  | "microphone-missing"
  | "microphone-busy"
  | "microphone-insecure"
  | "camera-blocked"
  | "camera-busy"
  | "camera-missing"
  | "noise-cancellation-unavailable"
  | "noise-cancellation-failed"
  | "screen-sharing-unsupported"
  | "output-device-unsupported"
  | "output-device-unavailable"
  | "video-recording-unsupported"
  | "video-recording-failed"
  | "video-recording-timeout"
  | "unknown";

export interface CallFailureOptions extends ErrorOptions {
  /** Further details as plain data. */
  details?: Record<string, unknown>;
}

/** A failure with a stable code. `message` is a sentence for people. */
export class CallFailure extends Error {
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: CallFailureCode | (string & {}), message: string, options: CallFailureOptions = {}) {
    super(message, options);
    this.name = "CallFailure";
    this.code = code;
    this.details = options.details;
  }
}

/** Whether the call has ended, so that it cannot be joined any more. */
export function isCallOver(error: unknown): error is CallFailure {
  return error instanceof CallFailure && ["call-not-joinable", "call-taken-over", "not-found"].includes(error.code);
}

/** The value of `error.error`. Plain data, so that it can be sent as JSON. */
export interface CallErrorDetail {
  message: string;
  name: string;
  code: string;
  stack?: string;
  /** The message of the original error. */
  cause?: string;
  details?: Record<string, unknown>;
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
  | "reconnect-error"
  | "daily-error"
  /** The browser plays no sound before the user has touched the page. */
  | "audio-start-failed"
  | "transcriber-error"
  /** Noise cancellation stopped working. The call continues without it. */
  | "audio-processor-error"
  /** Errors with their own event instead of `error`. */
  | "camera-error"
  | "local-audio-level-observer-error";

/** The input of a start. */
export interface StartContext {
  hasAssistant: boolean;
  hasSquad: boolean;
  hasWorkflow: boolean;
  isMobile: boolean;
}

/** The call that a reconnect tried to join. */
export interface ReconnectContext {
  isReconnect: true;
  callId: string;
  hasVideoRecording: boolean;
  voiceProvider: string;
  isMobile: boolean;
}

/** Every error that a call emits. */
export interface CallError {
  type: CallErrorType;
  /** The place of the failure: a start stage, `input-validation`, `reconnect` or `call`. */
  stage: string;
  error: CallErrorDetail;
  /** ISO 8601, UTC. */
  timestamp: string;
  /** Milliseconds since `start`, for failures of a start. */
  totalDuration?: number;
  context?: StartContext | ReconnectContext;
}

/** A camera or microphone cannot be used, with the fields of Daily's event. */
export interface CameraError extends CallError {
  errorMsg: { errorMsg: string; audioOk?: boolean; videoOk?: boolean };
}

/** Any thrown value as plain data. */
export function describeError(error: unknown): CallErrorDetail {
  if (!(error instanceof Error)) return { message: textOf(error), name: "Error", code: "unknown" };
  const { message, name, stack, cause } = error;
  const { code, details } = error instanceof CallFailure ? error : { code: "unknown", details: undefined };
  return {
    message,
    name,
    code,
    ...(stack ? { stack } : {}),
    ...(cause === undefined ? {} : { cause: textOf(cause) }),
    ...(details ? { details } : {}),
  };
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== "object" || value === null) return String(value);
  const { errorMsg, message } = value as { errorMsg?: unknown; message?: unknown };
  return String(errorMsg ?? message ?? JSON.stringify(value));
}
