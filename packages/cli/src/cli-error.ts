import { ApiError, ServerUnreachableError } from "@callwright/client";

/** The exit codes, documented in docs/cli.md. */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2, changesPlanned: 2, notSignedIn: 3, unreachable: 4 } as const;

/** A failed command. The message says why and what to do. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(why: keyof typeof EXIT_CODES | number, message: string) {
    super(message);
    this.name = "CliError";
    this.exitCode = typeof why === "number" ? why : EXIT_CODES[why];
  }
}

/** The output of a failed command. An unexpected failure is a bug and keeps its stack. */
export function describeFailure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (isUsageError(error)) return { message: `${error.message}\nSee 'callwright --help'.`, exitCode: EXIT_CODES.usage };
  if (error instanceof ServerUnreachableError) return { message: error.message, exitCode: EXIT_CODES.unreachable };
  if (error instanceof ApiError) return { message: error.message, exitCode: EXIT_CODES.refused };
  return { message: error instanceof Error ? String(error.stack) : String(error), exitCode: EXIT_CODES.refused };
}

/** What `parseArgs` throws. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
