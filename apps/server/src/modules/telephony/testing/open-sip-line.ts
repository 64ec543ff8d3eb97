import { type DialedPeer, type MediaTransport, openDialedTransport, openPhoneTransport } from "@callwright/engine/testing";
import { createLogger } from "../../../platform/config/logger.ts";
import type { PhoneMedia } from "../phone-media.ts";
import type { SipLeg } from "../sip/sip-leg.ts";
import { SipLine, type SipLineOptions } from "../sip/sip-line.ts";
import { digitsOf, type SipNumber } from "../sip/sip-trunk.ts";
import { ORG, OUR_NUMBER, type SipLab } from "./sip-lab.ts";
import { until } from "./until.ts";

export interface SipUnderTest {
  line: SipLine;
  number: SipNumber["number"];
  /** Legs that began here, in order, and whom they call. */
  legs: { leg: SipLeg; to: string }[];
  /** Ids of calls that were picked up, in order. */
  connected: string[];
  /** Ids of calls whose sound flows, in order. */
  flowing: string[];
  /** The sound of calls, by their ids. They send nothing by themselves. */
  connections: ReadonlyMap<string, MediaTransport>;
  /** Ends of calls from outside. */
  ended: string[];
  /** The lines of the log. */
  log: string[];
  close(): Promise<void>;
}

/** Of a server behind NAT. */
const MEDIA = { iceServers: [], publicIp: "203.0.113.5" };

/** A SIP line at a lab's Janus and Kamailio. Its calls have real sound. */
export async function openSipLine(lab: SipLab, more: Partial<SipLineOptions> = {}): Promise<SipUnderTest> {
  const log: string[] = [];
  const number: SipNumber["number"] = {
    id: ORG,
    orgId: ORG,
    provider: "byo-phone-number",
    number: OUR_NUMBER,
    credentialId: ORG,
    createdAt: "",
    updatedAt: "",
  };
  const transports: MediaTransport[] = [];
  const connections = new Map<string, MediaTransport>();
  const connected: string[] = [];
  const ended: string[] = [];
  const legs: SipUnderTest["legs"] = [];
  const flowing: string[] = [];
  const unheard = () => {};
  const sound = (media: PhoneMedia) => ({
    onConnected: () => void flowing.push(media.callId),
    onInterrupted: unheard,
    onRestored: unheard,
    onChannelOpen: unheard,
    onClosed: unheard,
    onText: unheard,
    onAudio: unheard,
    onFault: unheard,
    onKey: (key: string) => media.press(key),
  });
  const real = (media: PhoneMedia): PhoneMedia => ({
    ...media,
    async answer(offer) {
      const { transport, answerSdp } = await openPhoneTransport(offer, MEDIA, sound(media));
      transports.push(transport);
      connections.set(media.callId, transport);
      await media.answer(offer);
      return answerSdp;
    },
    renew: (offer) => connections.get(media.callId)?.restart(offer) ?? Promise.reject(new Error("no connection")),
    async offer() {
      let take: Parameters<DialedPeer["onOffered"]>[0] = async () => {};
      const peer: DialedPeer = {
        onOffered(taken) {
          take = taken;
        },
      };
      const { transport, answerSdp } = await openDialedTransport(peer, MEDIA, sound(media));
      transports.push(transport);
      connections.set(media.callId, transport);
      const offered = await media.offer();
      return {
        sdp: answerSdp,
        async take(answer, isEarly = false) {
          await take(answer, isEarly);
          await offered.take(answer, isEarly);
          if (!isEarly) connected.push(media.callId);
        },
      };
    },
  });
  const found: SipNumber = { orgId: ORG, number, trunkId: ORG, trunk: lab.trunk, isOfFirstOrg: true };
  const line = new SipLine({
    config: { sip: lab.sip, callHostMax: 1, callHostMaxCalls: 10, allowPrivateAddresses: true, nodeUrl: undefined },
    log: createLogger({ logLevel: "info" }, { write: (text) => void log.push(text) }),
    limits: { admit: async () => {} },
    numbers: async (by) => (by !== "all" && "dialed" in by && by.dialed !== digitsOf(OUR_NUMBER) ? [] : [found]),
    ...more,
  });
  const { dial, open } = line;
  line.dial = (request) => {
    const leg = dial.call(line, { ...request, media: real(request.media) });
    legs.push({ leg, to: request.to });
    return leg;
  };
  line.open = (listener) =>
    open.call(line, {
      onCall: (incoming) => {
        const { leg } = incoming;
        const listen = leg.listen.bind(leg);
        leg.listen = (heard) =>
          listen({
            ...heard,
            onEnded: (end, carrier) => {
              ended.push(end);
              heard.onEnded(end, carrier);
            },
          });
        return listener.onCall({ ...incoming, answer: (media) => incoming.answer(real(media)) });
      },
    });
  line.open({ onCall: async () => {} });
  await until(() => line.problemOf() === undefined, "the line is registered");
  return {
    line,
    number,
    legs,
    connected,
    connections,
    flowing,
    ended,
    log,
    async close() {
      line.close();
      for (const transport of transports) transport.close();
    },
  };
}
