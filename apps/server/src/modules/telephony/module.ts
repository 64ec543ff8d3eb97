import type { PhoneNumber } from "@callwright/contract";
import { isFirstUse } from "../../platform/http/first-use.ts";
import { defineModule, definePort, given, late } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { CarrierLine } from "./carrier/carrier-line.ts";
import { findCarrierNumber } from "./carrier/carrier-number.ts";
import { CARRIERS } from "./carriers.ts";
import { createDialLimits } from "./dial-limits.ts";
import { handsetRoutes } from "./handset/routes.ts";
import { phoneNumberRoutes } from "./numbers/routes.ts";
import type { PhoneLine, PhoneLineListener } from "./phone-line.ts";
import { PhoneLines } from "./phone-lines.ts";
import { SimulatedLine, type SimulatedTimes } from "./simulated-line.ts";
import { SipLine } from "./sip/sip-line.ts";
import { findSipNumbers } from "./sip/sip-trunk.ts";
import { TransientNumbers } from "./twilio/transient-numbers.ts";

/** Answers or rejects calls from outside. */
export const incomingCalls = definePort<PhoneLineListener["onCall"]>("incoming calls");
/** Takes text messages from outside. */
export const incomingTexts = definePort<NonNullable<PhoneLineListener["onText"]>>("incoming texts");

export const telephony = defineModule({
  name: "telephony",
  needs: { calls: late(incomingCalls), texts: late(incomingTexts) },
  options: given<{
    /** How quick the simulated telephone network is. */
    simulatedTimes?: SimulatedTimes;
  }>(),
  open({ platform, needs, options }) {
    const lines = openLines(platform, options.simulatedTimes);
    return {
      service: lines,
      streams: lines.carriers.map(({ streams }) => streams),
      begin: () => lines.line.open({ onCall: (call) => needs.calls()(call), onText: (text) => needs.texts()(text) }),
      drain: async () => lines.line.drain(),
      close: lines.close,
    };
  },
  routes(app, { platform, service: { line, simulated, carriers } }) {
    phoneNumberRoutes(app, platform, line);
    handsetRoutes(app, platform, simulated);
    for (const carrier of carriers) carrier.webhooks(app);
  },
});

/** The lines of all providers of numbers. */
function openLines(context: ServerContext, simulatedTimes: SimulatedTimes | undefined) {
  const { config, held, log, now } = context;
  const transientNumbers = new TransientNumbers();
  const limits = createDialLimits(context);
  const textLimits = createDialLimits(context, "text messages");
  const carriers = Object.values(CARRIERS).map(
    (spec) =>
      new CarrierLine(spec, {
        config,
        log,
        now,
        limits,
        textLimits,
        numberOf: async (id) => transientNumbers.find(spec.id, id) ?? findCarrierNumber(context, spec, id),
        isFirstUse: (orgId, name) => isFirstUse(context, orgId, name),
      }),
  );
  const sip = new SipLine({
    config,
    log,
    limits,
    // While a restore holds the work, no trunk is registered.
    numbers: async (by) => (by === "all" && held.isHeld("carriers") ? [] : findSipNumbers(context, by)),
  });
  const simulated = new SimulatedLine(context, simulatedTimes);
  const lines = new Map<PhoneNumber["provider"], PhoneLine>([["simulated", simulated]]);
  for (const carrier of carriers) lines.set(carrier.provider, carrier);
  lines.set("byo-phone-number", sip);
  return {
    line: new PhoneLines(lines),
    simulated,
    carriers,
    transientNumbers,
    /** After the calls, which are hung up at the carriers. */
    async close(): Promise<void> {
      sip.close();
      await Promise.all(carriers.map((carrier) => carrier.close()));
    },
  };
}
