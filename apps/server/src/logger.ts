import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

export type { Logger };

/** Fields that must never reach a log, wherever they appear. */
const SECRET_FIELDS = ["authorization", "cookie", "password", "secret", "token", "accessToken", "apiKey", "webCallUrl"];

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
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}
