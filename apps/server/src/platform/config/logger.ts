import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

export type { Logger };

/** Fields that must never reach a log, wherever they appear. */
const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "accessToken",
  "apiKey",
  "webCallUrl",
  "headers",
];

/**
 * The server's log: one JSON line per event on standard error, so that standard output stays the one URL.
 * Ids and counts go in; prompts, transcripts and secrets do not.
 */
export function createLogger(config: Pick<Config, "logLevel">, destination?: DestinationStream): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

/**
 * An error as a log may hold it. What a database or a driver hangs onto its errors (parameters of the query, values of the row)
 * stays out: prompts and transcripts are among them.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, query } = error as Error & { code?: unknown; constraint?: unknown; query?: unknown };
  return {
    type: error.name,
    message: typeof query === "string" ? `failed query: ${query}` : error.message,
    code,
    constraint,
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
