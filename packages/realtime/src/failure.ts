import { convexToJson, type JSONValue, type Value } from "convex/values";
import type { Failure } from "./protocol.ts";

/** An expected failure of a function. The caller gets `data` as the data of the client's `ConvexError`. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";
  readonly data: { code: string; message: string };

  constructor(code: string, message: string) {
    super(message);
    this.data = { code, message };
  }
}

/** `authenticate` throws it for an invalid token. The page's developer sees the message. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/** The message of unexpected failures. Details are only logged. */
const UNEXPECTED: Failure = { message: "InternalServerError: Something went wrong on the server. Try again." };

/** The failure for the caller, and whether it was expected. */
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
  /** The result as JSON. */
  text: string;
  /** Set if the result exceeds `resultWarnBytes`, for the log. */
  largeBytes: number | null;
}

/**
 * Encodes a result. Only sends what the client can decode: one invalid key would freeze its whole connection.
 * Throws for values that cannot be sent, and a `FunctionError` for results that are too large.
 */
export function encodeValue(value: Value, { resultWarnBytes, resultMaxBytes }: ResultSizes): EncodedResult {
  const json = convexToJson(value);
  const text = JSON.stringify(json);
  const bytes = Buffer.byteLength(text);
  if (bytes > resultMaxBytes)
    throw new FunctionError("result-too-large", `The result has ${bytes} bytes; the limit is ${resultMaxBytes}. Request less.`);
  return { json, text, largeBytes: bytes > resultWarnBytes ? bytes : null };
}
