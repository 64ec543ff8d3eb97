import type { PhoneNumber } from "@callwright/contract";
import type { CarrierInput } from "@callwright/engine";
import { createLogger } from "../../../platform/config/logger.ts";
import { newApp } from "../../../platform/http/app.ts";
import { openPort } from "../../../platform/http/open-port.ts";
import type { MediaStreams } from "../carrier/media-streams.ts";
import type { DialRequest, PhoneLine } from "../phone-line.ts";
import type { FarEnd } from "./fake-twilio-call.ts";
import { idleMedia } from "./idle-media.ts";

/** As carriers know the server. */
export const PUBLIC_ORIGIN = "https://voice.example.com";

/** What the telephones do that a carrier calls. */
export const FAR_ENDS: Readonly<Record<string, FarEnd>> = {
  "+14155550101": "is picked up",
  "+14155550103": "is busy",
  "+14155550104": "never answers",
  "+14155550105": "declines",
  "+14155550107": "does not exist",
};

/** The id of the organization and of its number. */
export const CARRIER_ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";

/** A carrier's line with its webhooks on a port of its own, and the carrier beside it. */
export interface CarrierUnderTest<Line, Fake> {
  line: Line;
  fake: Fake;
  /** An address of the server in this network, for its public one. */
  reach(url: string): string;
  /** Ids of calls whose sound is connected, in order. */
  connected: string[];
  /** The lines of the log. */
  log: string[];
  close(): Promise<void>;
}

/** The webhooks and streams of a carrier's line, on a port of its own. */
export async function openCarrierPort() {
  /** The lines of the log. */
  const log: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void log.push(line) });
  const port = await openPort({ host: "127.0.0.1", port: 0 }, logger);
  const used = new Set<string>();
  const app = newApp();
  const reach = (url: string) => url.replace("voice.example.com", `127.0.0.1:${port.number}`).replace(/^(http|ws)s/, "$1");
  return {
    app,
    options: {
      reach,
      log: logger,
      now: () => new Date(),
      limits: { admit: async () => {} },
      isFirstUse: async (_orgId: string, name: string) => !used.has(name) && used.add(name).has(name),
    },
    serve<Line extends PhoneLine & { streams: MediaStreams; close(): Promise<void> }, Fake extends { close(): Promise<void> }>(
      line: Line,
      fake: Fake,
    ): CarrierUnderTest<Line, Fake> {
      port.serve(app);
      port.onUpgrade((request, socket, head) => line.streams.accept(request, socket, head));
      return {
        line,
        fake,
        reach,
        log,
        connected: watchSound(line),
        async close() {
          await line.close();
          await fake.close();
          await port.close();
        },
      };
    },
  };
}

interface Dialing {
  line: PhoneLine & { settled(): Promise<void> };
  number: PhoneNumber;
  fake: { pass(ms: number): Promise<void> };
}

/** Dials; `told` has what the leg reports, `inputs` what the telephone says. */
export async function dialTelling(
  { line, number, fake }: Dialing,
  callId: string,
  to: string,
  more: Partial<Pick<DialRequest, "detectMachine">> = {},
) {
  const told: unknown[] = [];
  const inputs: CarrierInput[] = [];
  let say: (sound: string) => void = () => {};
  const leg = line.dial({
    orgId: number.orgId,
    from: number,
    to,
    callerName: undefined,
    ringSeconds: 30,
    ...more,
    media: {
      ...idleMedia(callId),
      connect: (onSound) => {
        say = onSound;
        return (input) => inputs.push(input);
      },
    },
  });
  leg.listen({ onRinging: (id) => told.push(id), onAnsweredBy: (who) => told.push(who), onEnded: (...end) => told.push(end) });
  await line.settled();
  await fake.pass(0);
  return { leg, told, inputs, say: (sound: string) => say(sound) };
}

/** Ids of calls whose sound is connected, in order. */
function watchSound(line: PhoneLine): string[] {
  const connected: string[] = [];
  const dial = line.dial.bind(line);
  line.dial = (request) =>
    dial({
      ...request,
      media: {
        ...request.media,
        connect: (onSound) => {
          connected.push(request.media.callId);
          return request.media.connect(onSound);
        },
      },
    });
  return connected;
}
