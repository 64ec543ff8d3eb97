import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { timeLimit } from "@callwright/contract";
import { SignJWT } from "jose";

/** Keys of a Vonage account, and of its application that calls. */
export interface VonageAccount {
  apiKey: string;
  apiSecret: string;
  applicationId: string;
  /** Of the application, in the form of PEM. */
  privateKey: string;
  /** Of the account: Vonage signs with it. */
  signatureSecret: string;
}

const TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 300;
/** Numbers have a host of their own. */
const NUMBERS_ORIGIN = "https://rest.nexmo.com";

/** Vonage has refused a request. */
class VonageRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export interface Vonage {
  /** Of the Voice API, with a token that the application's key signs. */
  voice<Data>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Data>;
  /** Of the Application API, with the account's key and secret. Undefined: there is no such thing (404). */
  applications<Data>(method: "GET" | "PUT", path: string, body?: object): Promise<Data | undefined>;
  /** Of the Numbers API. With `form`, a POST that changes the number; else a GET. */
  numbers<Data>(path: string, form?: Record<string, string>): Promise<Data>;
}

const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]+)-----END \1-----/;

/** Undefined: the text is no RSA key. A key that was pasted into one line has lost its line ends, or has `\n` for them. */
export function readPrivateKey(privateKey: string): KeyObject | undefined {
  const [, kind = "", body = ""] = PEM.exec(privateKey) ?? [];
  const text = body.replace(/\\n|\s/g, "");
  try {
    const key = createPrivateKey(`-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Vonage's APIs. Its own client has no version for every Node that this server runs on. Requests are not repeated: a repeated one could dial twice. */
export function openVonage(account: VonageAccount, origin: string): Vonage {
  const basic = `Basic ${Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64")}`;
  const numbersOrigin = /\.(?:nexmo|vonage)\.com$/.test(new URL(origin).hostname) ? NUMBERS_ORIGIN : origin;

  async function request<Data>(url: string, authorization: string, init: RequestInit): Promise<Data> {
    const response = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization },
      redirect: "error",
      signal: timeLimit(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Data & Record<string, unknown>;
    if (response.ok) return answer;
    throw new VonageRefusal(response.status, String(answer.detail ?? answer.title ?? answer["error-code-label"] ?? ""));
  }

  const json = (method: string, body?: object): RequestInit => ({
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

  return {
    voice: async (method, path, body) => {
      const key = readPrivateKey(account.privateKey);
      if (!key) throw new VonageRefusal(401, "");
      const token = await new SignJWT({ application_id: account.applicationId })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .setJti(randomUUID())
        .sign(key);
      return request(`${origin}/v1${path}`, `Bearer ${token}`, json(method, body));
    },
    applications: <Data>(method: "GET" | "PUT", path: string, body?: object) =>
      request<Data>(`${origin}/v2/applications${path}`, basic, json(method, body)).catch((error: unknown) => {
        if (error instanceof VonageRefusal && error.status === 404) return undefined;
        throw error;
      }),
    numbers: (path, form) =>
      request(`${numbersOrigin}${path}`, basic, form ? { method: "POST", body: new URLSearchParams(form) } : { method: "GET" }),
  };
}

/** Numbers at Vonage have no plus. */
export const toVonage = (number: string): string => number.replace(/^\+/, "");
export const fromVonage = (number: string): string => (/^\d+$/.test(number) ? `+${number}` : number);

export interface VonageFailure {
  /** A sentence without keys. */
  message: string;
  /** The call that a command was for is over. */
  isOver: boolean;
  /** An error that did not come from Vonage, for the log. */
  cause?: unknown;
}

/** What an error of a request says. */
export function vonageFailure(error: unknown): VonageFailure {
  if (error instanceof VonageRefusal) {
    const { status } = error;
    if (status === 401) return { message: "Vonage refuses the keys.", isOver: false };
    // A command to a call that has ended.
    const isOver = status === 404 || status === 400;
    return { message: `Vonage refuses: ${error.message.slice(0, 300) || `status ${status}`}`, isOver };
  }
  if (error instanceof Error && (error.name === "TimeoutError" || error.message === "fetch failed"))
    return { message: "Vonage could not be reached.", isOver: false };
  return { message: "This server could not ask Vonage.", isOver: false, cause: error };
}
