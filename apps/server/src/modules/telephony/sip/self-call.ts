import { setTimeout as delay } from "node:timers/promises";
import { openTonePeer, type TonePeer } from "@callwright/engine";
import { JanusClient, type SipEvent, type SipHandle } from "./janus-client.ts";
import { DOCTOR_USER } from "./kamailio-config.ts";
import { RtpPhone } from "./rtp-phone.ts";
import { SipCaller } from "./sip-caller.ts";
import { KEY_HEADER, type SipConfig, sipKey } from "./sip-gateway.ts";

export interface SelfCallOptions {
  sip: SipConfig;
  /** The address and port of Kamailio for trunks, on this machine. */
  address: string;
  port: number;
  /** The address that the telephone's SDP names. Default: its own. */
  named?: { address?: string; port?: number };
  /** Runs while both hear each other, or do not. */
  meanwhile?: (caller: SipCaller, phone: RtpPhone) => Promise<void>;
}

export interface SelfCall {
  /** The final response. Absent: none came. */
  answered?: { status: number; reason: string };
  /** The address of the sound that the telephone was told. Absent: the call was not taken. */
  soundAddress?: string;
  /** Blocks of sound that came through: from the telephone to Janus' other side, and back. */
  heardInside: number;
  heardOutside: number;
}

const TONES = { outside: 1_000, inside: 600 };
/** Enough to be no accident. */
export const ENOUGH_BLOCKS = 25;
const LISTEN_MS = 6_000;
const STEP_MS = 100;

/**
 * A call of a telephone to this machine's own line, beside the calls of the server: through Kamailio, the media relay and Janus, with a tone in each direction.
 * Fails with an `Error` when Janus or Kamailio refuse what the call needs.
 */
export async function callSelf(options: SelfCallOptions): Promise<SelfCall> {
  const { sip, address, port } = options;
  let peer: TonePeer | undefined;
  let handle: SipHandle | undefined;
  const problems: string[] = [];
  const log = { info: () => {}, warn: () => {} };
  const janus = await openJanus(sip, log);
  const phone = await RtpPhone.open({ address, playHz: TONES.outside, hearHz: TONES.inside });
  const caller = await SipCaller.open({ address, port, from: address });
  const key = { [KEY_HEADER]: sipKey(sip.secret) };
  try {
    handle = await registered(janus, sip, key, async (event, incoming) => {
      try {
        const tones = { playHz: TONES.inside, hearHz: TONES.outside };
        peer = await openTonePeer(event.sdp ?? "", { ...tones, onFault: (cause) => problems.push(String(cause)) });
        await incoming.request({ request: "accept" }, { type: "answer", sdp: peer.answerSdp });
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
        await incoming.request({ request: "decline", code: 488 });
      }
    });
    const uri = `sip:${DOCTOR_USER}@${address}:${port}`;
    const response = await caller.invite(uri, phone.sdp(options.named), Object.entries(key));
    const taken = response !== undefined && response.status < 300 ? response : undefined;
    const soundAddress = /^c=IN IP4 (\S+)/m.exec(taken?.body ?? "")?.[1];
    const soundPort = Number(/^m=audio (\d+)/m.exec(taken?.body ?? "")?.[1]);
    if (taken && soundAddress !== undefined) {
      // The public address of the SDP need not lead back to this machine.
      phone.playTo(address, soundPort);
      const isHeard = () => phone.heard >= ENOUGH_BLOCKS && (peer?.heard() ?? 0) >= ENOUGH_BLOCKS;
      for (let ms = 0; ms < LISTEN_MS && !isHeard(); ms += STEP_MS) await delay(STEP_MS);
      await options.meanwhile?.(caller, phone);
      await caller.request("BYE");
    }
    if (problems.length > 0) throw new Error(problems.join(" "));
    return {
      ...(response && { answered: { status: response.status, reason: response.reason } }),
      ...(soundAddress !== undefined && { soundAddress }),
      heardInside: peer?.heard() ?? 0,
      heardOutside: phone.heard,
    };
  } finally {
    caller.close();
    phone.close();
    peer?.close();
    handle?.detach();
    janus.close();
  }
}

/** Fails with a sentence when Janus does not answer, or refuses the secret. */
export async function openJanus(sip: SipConfig, log: { info(): void; warn(): void }): Promise<JanusClient> {
  let isUp = () => {};
  const up = new Promise<void>((resolve) => {
    isUp = resolve;
  });
  const janus = new JanusClient({ url: sip.janusUrl, secret: sip.secret, log, onUp: () => isUp(), onDown: () => {} });
  janus.open();
  const isOpen = await Promise.race([up.then(() => true), delay(JANUS_MS, false, { ref: false })]);
  if (isOpen) return janus;
  const { problem } = janus;
  janus.close();
  throw new Error(problem);
}

const JANUS_MS = 3_000;
const REGISTER_MS = 5_000;

/** A handle that takes one call to the doctor's user. */
async function registered(
  janus: JanusClient,
  sip: SipConfig,
  headers: Record<string, string>,
  onCall: (event: SipEvent, handle: SipHandle) => Promise<void>,
): Promise<SipHandle> {
  let settle: (problem: string | undefined) => void = () => {};
  const settled = new Promise<string | undefined>((resolve) => {
    settle = resolve;
  });
  const handle: SipHandle = await janus.attach({
    onEvent(event) {
      if (event.event === "registered") settle(undefined);
      else if (event.event === "registration_failed")
        settle(`Kamailio refuses the registration of Janus: ${event.code ?? 0} ${event.reason ?? ""}.`);
      else if (event.event === "incomingcall") void onCall(event, handle);
    },
    onLost: () => settle("Janus has taken its handle back."),
  });
  const username = `sip:${DOCTOR_USER}@${new URL(sip.proxy.replace(/^sip:/, "http://")).host}`;
  await handle.request({ request: "register", username, proxy: sip.proxy, secret: "none", headers, register_ttl: 60 });
  const late = delay(REGISTER_MS, `Kamailio does not answer Janus at ${sip.proxy}.`, { ref: false });
  const problem = await Promise.race([settled, late]);
  if (problem === undefined) return handle;
  handle.detach();
  throw new Error(problem);
}
