import type { App } from "../../platform/http/app.ts";
import { isFirstUse } from "../../platform/http/first-use.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { createDialLimits } from "./dial-limits.ts";
import { PhoneLines } from "./phone-lines.ts";
import { SimulatedLine, type SimulatedTimes } from "./simulated-line.ts";
import { SipLine } from "./sip/sip-line.ts";
import { findSipNumbers } from "./sip/sip-trunk.ts";
import { TelnyxLine } from "./telnyx/telnyx-line.ts";
import { findTelnyxNumber } from "./telnyx/telnyx-number.ts";
import { telnyxWebhooks } from "./telnyx/telnyx-webhooks.ts";
import { TransientNumbers } from "./twilio/transient-numbers.ts";
import { TwilioLine } from "./twilio/twilio-line.ts";
import { findTwilioNumber } from "./twilio/twilio-number.ts";
import { twilioWebhooks } from "./twilio/twilio-webhooks.ts";
import { VonageLine } from "./vonage/vonage-line.ts";
import { findVonageNumber } from "./vonage/vonage-number.ts";
import { vonageWebhooks } from "./vonage/vonage-webhooks.ts";

/** The lines of all providers of numbers. A new carrier is added here. */
export function openLines(context: ServerContext, simulatedTimes?: SimulatedTimes) {
  const { config, held, log, now } = context;
  const transientNumbers = new TransientNumbers();
  const twilioOptions = {
    config,
    log,
    now,
    limits: createDialLimits(context),
    textLimits: createDialLimits(context, "text messages"),
    numberOf: async (id: string) => transientNumbers.find(id) ?? findTwilioNumber(context, id),
    isFirstUse: (orgId: string, name: string) => isFirstUse(context, orgId, name),
  };
  const twilio = new TwilioLine(twilioOptions);
  const telnyxOptions = { ...twilioOptions, numberOf: (id: string) => findTelnyxNumber(context, id) };
  const telnyx = new TelnyxLine(telnyxOptions);
  const vonageOptions = { ...twilioOptions, numberOf: (id: string) => findVonageNumber(context, id) };
  const vonage = new VonageLine(vonageOptions);
  const sip = new SipLine({
    config,
    log,
    limits: twilioOptions.limits,
    // What a restore holds is registered at no trunk.
    numbers: async (by) => (by === "all" && held.isHeld("carriers") ? [] : findSipNumbers(context, by)),
  });
  const simulated = new SimulatedLine(context, simulatedTimes);
  return {
    line: new PhoneLines({ simulated, twilio, telnyx, vonage, "byo-phone-number": sip }),
    simulated,
    transientNumbers,
    /** Websockets of the carriers' sound. */
    streams: [twilio.streams, telnyx.streams, vonage.streams],
    /** What the carriers send to this server. */
    webhooks(app: App): void {
      twilioWebhooks(app, twilioOptions, twilio);
      telnyxWebhooks(app, telnyxOptions, telnyx);
      vonageWebhooks(app, vonageOptions, vonage);
    },
    /** After the calls, which are hung up at the carriers. */
    async close(): Promise<void> {
      sip.close();
      await Promise.all([twilio.close(), telnyx.close(), vonage.close()]);
    },
  };
}
