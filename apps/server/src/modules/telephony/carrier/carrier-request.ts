import { timeLimit } from "@callwright/contract";
import type { CarrierFailure } from "./carrier-spec.ts";

/** What keeps a request to a carrier from being carried out, as a sentence without keys. */
export class CarrierProblem extends Error {
  /** The HTTP status of the carrier's answer. */
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const TIMEOUT_MS = 10_000;
const MESSAGE_MAX_CHARACTERS = 300;

interface Api {
  /** Names in texts: `Telnyx`, `the API key`. */
  carrier: string;
  keys: string;
  /** The error in the carrier's answer to a refused request. */
  refusalOf(answer: Record<string, unknown>): { detail: unknown; code?: unknown };
}

interface Asked {
  method: string;
  authorization: string;
  json?: object | undefined;
  form?: Record<string, string> | undefined;
}

/** Asks the API of a carrier. Requests are not repeated: a repeated one could dial twice. */
export async function askCarrier<Answer>({ carrier, keys, refusalOf }: Api, url: string, asked: Asked): Promise<Answer> {
  const { method, authorization, json, form } = asked;
  const response = await fetch(url, {
    method,
    headers: { authorization, ...(json && { "content-type": "application/json" }) },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
    redirect: "error",
    signal: timeLimit(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const isAway = error instanceof Error && (error.name === "TimeoutError" || error.message === "fetch failed");
    throw isAway ? new CarrierProblem(`${carrier} could not be reached.`) : error;
  });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return answer as Answer;
  if (response.status === 401) throw new CarrierProblem(`${carrier} refuses ${keys}.`, 401);
  const { detail, code } = refusalOf(answer);
  const said = String(detail ?? "").slice(0, MESSAGE_MAX_CHARACTERS) || `status ${response.status}`;
  const known = typeof code === "string" ? code : undefined;
  throw new CarrierProblem(`${carrier} refuses: ${said}${known === undefined ? "" : ` (${known})`}`, response.status, known);
}

/** Undefined for a 404 of the carrier. */
export async function orNone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CarrierProblem && error.status === 404) return undefined;
    throw error;
  }
}

/** The error as a sentence. `isOver`: does the error mean that the call of the command has ended? */
export function failureOfRequest(carrier: string, error: unknown, isOver: (problem: CarrierProblem) => boolean): CarrierFailure {
  if (error instanceof CarrierProblem) return { message: error.message, isOver: isOver(error), code: error.code };
  return { message: `This server could not ask ${carrier}.`, cause: error };
}
