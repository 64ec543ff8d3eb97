import { z } from "zod";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { carrierRoute } from "../carrier/carrier-addresses.ts";
import { takeSigned } from "../carrier/signed-requests.ts";
import type { TelnyxLine, TelnyxLineOptions } from "./telnyx-line.ts";
import type { TelnyxNumber } from "./telnyx-number.ts";
import { isSignedByTelnyx } from "./telnyx-signature.ts";

type Context = Pick<TelnyxLineOptions, "isFirstUse" | "log" | "now" | "numberOf">;

/** What a webhook of Telnyx says: developers.telnyx.com/docs/voice/programmable-voice/voice-api-webhooks, as of November 2026. */
const Body = z.object({
  data: z.object({
    id: z.string().min(1).max(200),
    event_type: z.string().max(100),
    payload: z.looseObject({
      call_control_id: z.string().min(1).max(200),
      direction: z.string().optional(),
      from: z.string().max(1_000).optional(),
      result: z.string().max(100).optional(),
      hangup_cause: z.string().max(100).optional(),
      sip_hangup_cause: z.string().max(10).optional(),
      sip_notify_response: z.number().optional(),
    }),
  }),
  /** `attempt`: 1 for the first delivery. */
  meta: z.object({ attempt: z.number() }).optional().catch(undefined),
});
export type TelnyxEvent = z.infer<typeof Body>["data"];

interface Signed {
  number: TelnyxNumber;
  event: TelnyxEvent;
  attempt: number;
  legKey: string | undefined;
}

/** Events of Telnyx, which the account's key signs. An event that comes again is a repetition. */
export function telnyxWebhooks(app: App, context: Context, line: TelnyxLine): void {
  const verify = (c: AppContext, body: string, numberId: string) => readSigned(c, context, body, numberId);
  takeSigned<Signed>(
    app,
    carrierRoute("telnyx", "events"),
    { carrier: "Telnyx", log: context.log, verify },
    async (signed, c) => {
      const { number, event, attempt, legKey } = signed;
      // Before the event counts as used: another node takes it when Telnyx repeats it.
      if (line.leavesToOthers(event, attempt)) return c.body(null, 503);
      if (await context.isFirstUse(number.orgId, `telnyx ${event.id}`)) line.takeEvent(number, event, legKey);
      return c.body(null, 204);
    },
  );
}

async function readSigned(c: AppContext, context: Context, body: string, numberId: string): Promise<Signed | string> {
  const signature = c.req.header("telnyx-signature-ed25519");
  const timestamp = c.req.header("telnyx-timestamp");
  if (signature === undefined || timestamp === undefined) return "it is not signed";
  const number = await context.numberOf(numberId);
  if (!number) return "there is no such number of Telnyx, or its credential is missing";
  if (!isSignedByTelnyx(number.account, { body, signature, timestamp, now: context.now() }))
    return "its signature is wrong, or too old";
  const read = Body.safeParse(parsed(body));
  if (!read.success) return "it is no event of a call";
  const { data, meta } = read.data;
  return { number, event: data, attempt: meta?.attempt ?? 1, legKey: c.req.query("leg") };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
