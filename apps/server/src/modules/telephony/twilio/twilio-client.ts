import type { Twilio } from "twilio";

/** Keys of a Twilio account. The auth token signs what Twilio sends, so that an API key alone is not enough. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  apiKey?: string | undefined;
  apiSecret?: string | undefined;
}

const TWILIO_ORIGIN = "https://api.twilio.com";
const TIMEOUT_MS = 10_000;

/** Twilio's own client takes 27 MB of memory and 0.3 s to load, which a server without Twilio's numbers saves. */
export async function loadTwilio() {
  return (await import("twilio")).default;
}

/** Twilio's client refuses to be made for it. */
class WrongAccountSid extends Error {
  constructor() {
    super("twilioAccountSid must begin with AC: copy the Account SID from Twilio's console.");
  }
}

/** The client of an account. `origin`: where the API answers, when not at Twilio. Requests are not repeated: a repeated one could dial twice. */
export async function openTwilio({ accountSid, authToken, apiKey, apiSecret }: TwilioAccount, origin: string): Promise<Twilio> {
  if (!accountSid.startsWith("AC")) throw new WrongAccountSid();
  const twilio = await loadTwilio();
  class Client extends twilio.RequestClient {
    override request<Data>(options: Parameters<typeof twilio.RequestClient.prototype.request<Data>>[0]) {
      return super.request<Data>({ ...options, uri: options.uri.replace(TWILIO_ORIGIN, origin) });
    }
  }
  const [username, password] = apiKey && apiSecret ? [apiKey, apiSecret] : [accountSid, authToken];
  // Without the environment of this process, which the client would read keys and regions from.
  return twilio(username, password, { accountSid, env: {}, httpClient: new Client({ timeout: TIMEOUT_MS }) });
}

export interface TwilioFailure {
  /** A sentence without keys. */
  message: string;
  /** Twilio's own number of the error. */
  code?: number | undefined;
  /** An error that did not come from Twilio, for the log. */
  cause?: unknown;
}

/** What an error of a request says. An error of the client must not reach a log, because it has the request with its keys. */
export function twilioFailure(error: unknown): TwilioFailure {
  if (error instanceof WrongAccountSid) return { message: error.message };
  const { status, code, message, isAxiosError } = (error ?? {}) as Record<string, unknown>;
  if (typeof status === "number" && isAxiosError !== true) {
    const known = typeof code === "number" ? code : undefined;
    if (status === 401) return { message: "Twilio refuses the account's keys.", code: known };
    const said = typeof message === "string" ? message.slice(0, 300) : "";
    return { message: `Twilio refuses: ${said}${known === undefined ? "" : ` (${known})`}`, code: known };
  }
  if (isAxiosError === true) return { message: `Twilio could not be reached (${String(code)}).` };
  return { message: "This server could not ask Twilio.", cause: error };
}
