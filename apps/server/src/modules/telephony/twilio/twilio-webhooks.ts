import type { App, AppContext } from "../../../platform/http/app.ts";
import { carrierRoute } from "../carrier/carrier-addresses.ts";
import { takeSigned } from "../carrier/signed-requests.ts";
import type { TwilioForm, TwilioLine, TwilioLineOptions } from "./twilio-line.ts";
import type { TwilioNumber } from "./twilio-number.ts";
import { isSignedByTwilio } from "./twilio-signature.ts";

type Context = Pick<TwilioLineOptions, "config" | "log" | "numberOf">;

interface Signed {
  number: TwilioNumber;
  form: TwilioForm;
  legKey: string | undefined;
  /** How many nodes took no new calls. The signature covers the query. */
  tries: number;
}

/** The answer to a text message is sent later, as a message of its own. */
const NO_REPLY = "<Response></Response>";

/** Requests of Twilio, as forms that the account's auth token signs. */
export function twilioWebhooks(app: App, context: Context, line: TwilioLine): void {
  const verify = (c: AppContext, body: string, numberId: string) => readSigned(c, context, body, numberId);
  const answered = (name: string, take: (signed: Signed) => Promise<string>) =>
    takeSigned(app, carrierRoute("twilio", name), { carrier: "Twilio", log: context.log, verify }, async (signed, c) => {
      const twiml = await take(signed);
      return twiml === "" ? c.body(null, 204) : c.body(twiml, 200, { "Content-Type": "text/xml; charset=utf-8" });
    });
  answered("voice", ({ number, form, tries }) => line.answerCall(number, form, tries));
  answered("sms", async ({ number, form }) => {
    await line.takeText(number, form);
    return NO_REPLY;
  });
  answered("after", ({ number: { number }, form, legKey }) => line.afterStream(number.id, form, legKey));
  answered("status", async ({ number: { number }, form, legKey }) => {
    line.takeStatus(number.id, form, legKey);
    return "";
  });
}

async function readSigned(c: AppContext, context: Context, body: string, numberId: string): Promise<Signed | string> {
  const signature = c.req.header("x-twilio-signature");
  if (signature === undefined) return "it is not signed";
  const number = await context.numberOf(numberId);
  if (!number) return "there is no such number of Twilio, or it has no auth token";
  const form = Object.fromEntries(new URLSearchParams(body));
  // Twilio signs the public address; behind a proxy the request has another host.
  const { pathname, search } = new URL(c.req.url);
  const { publicUrl, nodeUrl } = context.config;
  const urls = [publicUrl, nodeUrl].flatMap((origin) => (origin === undefined ? [] : [`${origin}${pathname}${search}`]));
  if (!(await isSignedByTwilio(number.account, signature, urls, form))) return "its signature is wrong";
  if (form.AccountSid !== number.account.accountSid) return "it is of another account";
  return { number, form, legKey: c.req.query("leg"), tries: Number(c.req.query("tries")) || 0 };
}
