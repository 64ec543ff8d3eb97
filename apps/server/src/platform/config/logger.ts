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
 * The server's log: one JSON line per event on standard error, because standard output has only the URL. It contains ids and counts, never prompts,
 * transcripts and secrets.
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
 * An error in a form that a log may contain, without the data that a database or a driver adds to its errors (parameters of the query, values of the
 * row), because that includes prompts and transcripts.
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
