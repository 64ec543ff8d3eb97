import { defineModule, definePort, given, late } from "../../platform/modules/module.ts";
import { handsetRoutes } from "./handset/routes.ts";
import { phoneNumberRoutes } from "./numbers/routes.ts";
import { openLines } from "./open-lines.ts";
import type { PhoneLineListener } from "./phone-line.ts";
import type { SimulatedTimes } from "./simulated-line.ts";

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
      streams: lines.streams,
      begin: () => lines.line.open({ onCall: (call) => needs.calls()(call), onText: (text) => needs.texts()(text) }),
      drain: async () => lines.line.drain(),
      close: lines.close,
    };
  },
  routes(app, { platform, service: lines }) {
    phoneNumberRoutes(app, platform, lines.line);
    handsetRoutes(app, platform, lines.simulated);
    lines.webhooks(app);
  },
});
