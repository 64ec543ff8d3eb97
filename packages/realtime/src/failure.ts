import { convexToJson, type JSONValue, type Value } from "convex/values";
import type { Failure } from "./protocol.ts";

/** An expected failure of a function: its caller is told both, as the data of the client's `ConvexError`. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";
  readonly data: { code: string; message: string };

  constructor(code: string, message: string) {
    super(message);
    this.data = { code, message };
  }
}

/** What `authenticate` throws for a token that opens nothing (any more). Its message is shown to the developer of the page. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/** Said instead of what went wrong when it was not expected: details are for the log alone. */
const UNEXPECTED: Failure = { message: "InternalServerError: the server could not do this. Try again." };

/** What the caller is told, and whether it was expected. */
export function describeFailure(error: unknown): { failure: Failure; isExpected: boolean } {
  if (!(error instanceof FunctionError)) return { failure: UNEXPECTED, isExpected: false };
  return { failure: { message: error.message, data: error.data }, isExpected: true };
}

export interface ResultSizes {
  resultWarnBytes: number;
  resultMaxBytes: number;
}

export interface EncodedResult {
  json: JSONValue;
  /** The same, written. */
  text: string;
  /** More than `resultWarnBytes`: worth a line in the log. */
  largeBytes: number | null;
}

/**
 * Only what the client can decode leaves the server: one wrong key would freeze its whole connection.
 * Throws for what cannot be sent, and a `FunctionError` for what is too much.
 */
export function encodeValue(value: Value, { resultWarnBytes, resultMaxBytes }: ResultSizes): EncodedResult {
  const json = convexToJson(value);
  const text = JSON.stringify(json);
  const bytes = Buffer.byteLength(text);
  if (bytes > resultMaxBytes)
    throw new FunctionError(
      "result-too-large",
      `The result has ${bytes} bytes, at most ${resultMaxBytes} can be sent. Ask for less.`,
    );
  return { json, text, largeBytes: bytes > resultWarnBytes ? bytes : null };
}
