import { z } from "zod";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { carrierRoute } from "../carrier/carrier-addresses.ts";
import { takeSigned } from "../carrier/signed-requests.ts";
import type { VonageLine, VonageLineOptions } from "./vonage-line.ts";
import type { VonageNumber } from "./vonage-number.ts";
import { idOfSigned } from "./vonage-signature.ts";

type Context = Pick<VonageLineOptions, "isFirstUse" | "log" | "now" | "numberOf">;

/** What Vonage asks or tells about a call: developer.vonage.com/voice/voice-api/webhook-reference, as of November 2026. Errors have no `uuid`. */
const Event = z.looseObject({
  uuid: z.string().min(1).max(200).optional(),
  from: z.string().max(1_000).optional(),
  to: z.string().max(2_000).optional(),
  status: z.string().max(100).optional(),
  sub_state: z.string().max(100).optional(),
  detail: z.string().max(300).optional(),
  reason: z.string().max(300).optional(),
});
export type VonageEvent = z.infer<typeof Event>;

interface Signed {
  number: VonageNumber;
  event: VonageEvent;
  id: string;
  legKey: string | undefined;
}

/** Requests of Vonage, which the account's secret signs. One that comes again is a repetition. */
export function vonageWebhooks(app: App, context: Context, line: VonageLine): void {
  const verify = (c: AppContext, body: string, numberId: string) => readSigned(c, context, body, numberId);
  const take = (name: "after" | "answer" | "events", act: (signed: Signed) => Promise<object | undefined> | object | undefined) =>
    takeSigned<Signed>(app, carrierRoute("vonage", name), { carrier: "Vonage", log: context.log, verify }, async (signed, c) => {
      // Before the request counts as used: another node takes it when Vonage repeats it.
      if (name === "answer" && line.leavesToOthers) return c.body(null, 503);
      if (!(await context.isFirstUse(signed.number.orgId, `vonage ${signed.id}`))) {
        context.log.warn({ numberId: signed.number.number.id }, "a request of Vonage was refused: it came before");
        return c.body(null, 403);
      }
      const answer = await act(signed);
      return answer === undefined ? c.body(null, 204) : c.json(answer);
    });
  take("answer", ({ number, event }) => line.answerCall(number, event));
  take("after", ({ number, event, legKey }) => line.afterStream(number, event, legKey));
  take("events", ({ number, event, legKey }) => void line.takeEvent(number, event, legKey));
}

async function readSigned(c: AppContext, context: Context, body: string, numberId: string): Promise<Signed | string> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined) return "it is not signed";
  const number = await context.numberOf(numberId);
  if (!number) return "there is no such number of Vonage, or its credential is incomplete";
  const id = await idOfSigned(number.account, { body, authorization, now: context.now() });
  if (id === undefined) return "its signature is wrong, or too old";
  const event = Event.safeParse(parsed(body));
  return event.success ? { number, event: event.data, id, legKey: c.req.query("leg") } : "it is no event of a call";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
