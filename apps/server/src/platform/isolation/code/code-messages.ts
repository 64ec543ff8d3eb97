/**
 * Messages between the server and the process that runs a code tool, over its IPC channel.
 *
 * ```
 *   server ── run ─────▶ process      once
 *   server ◀── started ─ process      once: the time of the code begins
 *   server ◀── fetch ─── process      any number of times
 *   server ── fetched ─▶ process      the answer to each
 *   server ◀── ended ─── process      once; the server then kills it
 * ```
 */
export type ToCode = ({ type: "run" } & CodeRun) | { type: "fetched"; id: number; answer: CodeAnswer };
export type FromCode =
  | { type: "started" }
  | { type: "fetch"; id: number; request: CodeRequest }
  | { type: "ended"; end: CodeEnd };

export interface CodeRun {
  /** TypeScript: the body of an async function. */
  code: string;
  /** Names and JSON values that the code can use. */
  globals: Readonly<Record<string, unknown>>;
  timeoutMs: number;
}

export interface CodeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

export type CodeAnswer = { status: number; headers: Record<string, string>; text: string } | { error: string };

/** `result`: what the code returned, as JSON; absent if it returned nothing. `error`: why there is no result, as a sentence. */
export type CodeEnd = { result?: string } | { error: string };
