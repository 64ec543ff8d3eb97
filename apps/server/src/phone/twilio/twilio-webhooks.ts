import type { App, AppContext } from "../../http/app.ts";
import { readBody } from "../../http/request-body.ts";
import { UUID } from "./twilio-addresses.ts";
import type { TwilioForm, TwilioLine, TwilioLineOptions } from "./twilio-line.ts";
import type { TwilioNumber } from "./twilio-number.ts";
import { isSignedByTwilio } from "./twilio-signature.ts";

type Context = Pick<TwilioLineOptions, "config" | "log" | "numberOf">;

const PATH = `/phone-number/:id{${UUID}}/twilio`;
const FORM_MAX_BYTES = 64_000;
/** The reply to a text message is sent when it is there. */
const NO_REPLY = "<Response></Response>";

/** Requests of Twilio, as forms that the account's auth token signs. Every other request gets a 403, whatever its fault. */
export function twilioWebhooks(app: App, context: Context, line: TwilioLine): void {
  const answered = (take: (number: TwilioNumber, form: TwilioForm, legKey: string | undefined) => Promise<string>) => {
    return async (c: AppContext) => {
      const signed = await readSigned(c, context);
      if (!signed) return c.body(null, 403);
      const twiml = await take(signed.number, signed.form, c.req.query("leg"));
      return twiml === "" ? c.body(null, 204) : c.body(twiml, 200, { "Content-Type": "text/xml; charset=utf-8" });
    };
  };
  app.post(
    `${PATH}/voice`,
    answered((number, form) => line.answerCall(number, form)),
  );
  app.post(
    `${PATH}/sms`,
    answered(async (number, form) => {
      await line.takeText(number, form);
      return NO_REPLY;
    }),
  );
  app.post(
    `${PATH}/after`,
    answered(({ number }, form, legKey) => line.afterStream(number.id, form, legKey)),
  );
  app.post(
    `${PATH}/status`,
    answered(async ({ number }, form, legKey) => {
      line.takeStatus(number.id, form, legKey);
      return "";
    }),
  );
}

/** Undefined, and told in the log, when the account of the number did not sign the request. */
async function readSigned(c: AppContext, context: Context): Promise<{ number: TwilioNumber; form: TwilioForm } | undefined> {
  const numberId = c.req.param("id") ?? "";
  const refused = (reason: string) => {
    context.log.warn({ numberId, reason }, "a request in Twilio's name was refused");
    return undefined;
  };
  const signature = c.req.header("x-twilio-signature");
  const body = await readBody(c, FORM_MAX_BYTES);
  if (signature === undefined) return refused("it is not signed");
  const number = await context.numberOf(numberId);
  if (!number) return refused("there is no such number of Twilio, or it has no auth token");
  const form = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString("utf8")));
  // As Twilio was told it: behind a proxy the request has another host.
  const { pathname, search } = new URL(c.req.url);
  const { publicUrl, nodeUrl } = context.config;
  const urls = [publicUrl, nodeUrl].flatMap((origin) => (origin === undefined ? [] : [`${origin}${pathname}${search}`]));
  if (!(await isSignedByTwilio(number.account, signature, urls, form))) return refused("its signature is wrong");
  if (form.AccountSid !== number.account.accountSid) return refused("it is of another account");
  return { number, form };
}
