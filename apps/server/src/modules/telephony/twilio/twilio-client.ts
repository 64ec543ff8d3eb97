import { ENDED_REASONS } from "@callwright/contract";
import type { Twilio } from "twilio";
import { CarrierProblem } from "../carrier/carrier-request.ts";
import type { CarrierFailure } from "../carrier/carrier-spec.ts";

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

/** Twilio's errors of a number that cannot be called. */
const MISDIALED_CODES = new Set([21211, 21214, 21217, 21401, 13224]);
/** Twilio's error when the call to end is already over. */
const NOT_IN_PROGRESS = 21220;

/** The client of an account. `origin`: where the API answers, when not at Twilio. Requests are not repeated: a repeated one could dial twice. */
export async function openTwilio({ accountSid, authToken, apiKey, apiSecret }: TwilioAccount, origin: string): Promise<Twilio> {
  if (!accountSid.startsWith("AC"))
    throw new CarrierProblem("twilioAccountSid must begin with AC: copy the Account SID from Twilio's console.");
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

/** What an error of a request says. An error of the client must not reach a log, because it has the request with its keys. */
export function twilioFailure(error: unknown): CarrierFailure {
  if (error instanceof CarrierProblem) return { message: error.message };
  const { status, code, message, isAxiosError } = (error ?? {}) as Record<string, unknown>;
  if (isAxiosError === true) return { message: `Twilio could not be reached (${String(code)}).` };
  if (typeof status !== "number") return { message: "This server could not ask Twilio.", cause: error };
  const known = typeof code === "number" ? code : undefined;
  if (status === 401) return { message: "Twilio refuses the account's keys.", code: known };
  const said = typeof message === "string" ? message.slice(0, 300) : "";
  return {
    message: `Twilio refuses: ${said}${known === undefined ? "" : ` (${known})`}`,
    code: known,
    isOver: known === NOT_IN_PROGRESS,
    endedReason: known !== undefined && MISDIALED_CODES.has(known) ? ENDED_REASONS.twilioMisdialed : undefined,
  };
}
