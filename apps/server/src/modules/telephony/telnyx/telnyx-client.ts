import { timeLimit } from "@callwright/contract";
/** Keys of a Telnyx account. */
export interface TelnyxAccount {
  apiKey: string;
  /** Telnyx signs with its counterpart: 32 bytes in base64. */
  publicKey: string;
}

const TIMEOUT_MS = 10_000;
/** Telnyx' errors of a command to a call that is over. */
const OVER_CODES: ReadonlySet<string> = new Set(["90018", "90053", "90055"]);

/** Telnyx has refused a request. */
class TelnyxRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export interface Telnyx {
  /** The `data` of the answer. Undefined: there is no such thing (404). */
  get<Data>(path: string): Promise<Data | undefined>;
  send<Data>(method: "DELETE" | "PATCH" | "POST", path: string, body?: object): Promise<Data>;
}

/** Version 2 of Telnyx' API. Its own client has 37 MB, and this server needs a handful of requests. They are not repeated: a repeated one could dial twice. */
export function openTelnyx({ apiKey }: Pick<TelnyxAccount, "apiKey">, origin: string): Telnyx {
  async function request<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(`${origin}/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: timeLimit(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as {
      data?: Data;
      errors?: { code?: unknown; title?: unknown; detail?: unknown }[];
    };
    if (response.ok) return answer.data as Data;
    const { code, title, detail } = answer.errors?.[0] ?? {};
    throw new TelnyxRefusal(response.status, typeof code === "string" ? code : undefined, String(detail ?? title ?? ""));
  }

  return {
    get: <Data>(path: string) =>
      request<Data>("GET", path).catch((error: unknown) => {
        if (error instanceof TelnyxRefusal && error.status === 404) return undefined;
        throw error;
      }),
    send: request,
  };
}

export interface TelnyxFailure {
  /** A sentence without keys. */
  message: string;
  /** The call that a command was for is over. */
  isOver: boolean;
  /** An error that did not come from Telnyx, for the log. */
  cause?: unknown;
}

/** What an error of a request says. */
export function telnyxFailure(error: unknown): TelnyxFailure {
  if (error instanceof TelnyxRefusal) {
    const isOver = error.code !== undefined && OVER_CODES.has(error.code);
    if (error.status === 401) return { message: "Telnyx refuses the API key.", isOver };
    const code = error.code === undefined ? "" : ` (${error.code})`;
    return { message: `Telnyx refuses: ${error.message.slice(0, 300) || `status ${error.status}`}${code}`, isOver };
  }
  if (error instanceof Error && (error.name === "TimeoutError" || error.message === "fetch failed"))
    return { message: "Telnyx could not be reached.", isOver: false };
  return { message: "This server could not ask Telnyx.", isOver: false, cause: error };
}
