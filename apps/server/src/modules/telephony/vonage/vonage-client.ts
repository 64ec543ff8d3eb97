import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { askCarrier, CarrierProblem, failureOfRequest, orNone } from "../carrier/carrier-request.ts";

/** Keys of a Vonage account, and of its application that calls. */
export interface VonageAccount {
  apiKey: string;
  apiSecret: string;
  applicationId: string;
  /** The application's private key, in PEM. */
  privateKey: string;
  /** The account's secret, with which Vonage signs. */
  signatureSecret: string;
}

const TOKEN_SECONDS = 300;
/** Numbers have a host of their own. */
const NUMBERS_ORIGIN = "https://rest.nexmo.com";

const API = {
  carrier: "Vonage",
  keys: "the keys",
  refusalOf: ({ detail, title, "error-code-label": label }: Record<string, unknown>) => ({ detail: detail ?? title ?? label }),
};

export interface Vonage {
  /** A request to the Voice API, with a token that the application's key signs. */
  voice<Data>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Data>;
  /** Of the Application API, with the account's key and secret. Undefined: there is no such thing (404). */
  applications<Data>(method: "GET" | "PUT", path: string, body?: object): Promise<Data | undefined>;
  /** A request to the Numbers API. With `form`, a POST that changes the number; otherwise a GET. */
  numbers<Data>(path: string, form?: Record<string, string>): Promise<Data>;
}

const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]+)-----END \1-----/;

/** Undefined: the text is not an RSA key. A key that was pasted into one line has lost its line breaks, or has `\n` in their place. */
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

/** Vonage's APIs. Its own client has no version for every Node that this server runs on. */
export function openVonage(account: VonageAccount, origin: string): Vonage {
  const basic = `Basic ${Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64")}`;
  const numbersOrigin = /\.(?:nexmo|vonage)\.com$/.test(new URL(origin).hostname) ? NUMBERS_ORIGIN : origin;
  return {
    voice: async (method, path, json) => {
      const key = readPrivateKey(account.privateKey);
      if (!key) throw new CarrierProblem("Vonage refuses the keys.", 401);
      const token = await new SignJWT({ application_id: account.applicationId })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .setJti(randomUUID())
        .sign(key);
      return askCarrier(API, `${origin}/v1${path}`, { method, authorization: `Bearer ${token}`, json });
    },
    applications: <Data>(method: "GET" | "PUT", path: string, json?: object) =>
      orNone(askCarrier<Data>(API, `${origin}/v2/applications${path}`, { method, authorization: basic, json })),
    numbers: (path, form) =>
      askCarrier(API, `${numbersOrigin}${path}`, { method: form ? "POST" : "GET", authorization: basic, form }),
  };
}

/** Vonage's numbers have no plus. */
export const toVonage = (number: string): string => number.replace(/^\+/, "");
export const fromVonage = (number: string): string => (/^\d+$/.test(number) ? `+${number}` : number);

/** The answer to a command for a call that has ended. */
const isOver = ({ status }: CarrierProblem) => status === 404 || status === 400;
export const vonageFailure = (error: unknown) => failureOfRequest("Vonage", error, isOver);
