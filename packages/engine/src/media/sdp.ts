import { OfferError } from "./media-transport.ts";

/** Longest accepted offer. A browser's has about 5 KB. */
const SDP_MAX_CHARACTERS = 100_000;

/** Opus for speech: error correction for lossy networks, mono, and no discontinuous transmission, because recognizers need the silence. */
const SPEECH_PARAMETERS = { minptime: "10", useinbandfec: "1", usedtx: "0", stereo: "0", "sprop-stereo": "0" };

/** Fails with the reason unless the SDP offers audio that can be heard and a data channel. */
export function checkOffer(sdp: string): void {
  requireSdp(sdp);
  const [session = "", ...media] = sdp.split(/^(?=m=)/m);
  const audio = media.find((section) => /^m=audio [1-9]/.test(section));
  if (audio === undefined) throw new OfferError("offer", "offers no audio. Add a microphone track or an audio transceiver.");
  if ((directionOf(audio) ?? directionOf(session)) === "inactive")
    throw new OfferError("offer", "offers inactive audio, so nobody would be heard. Offer it as sendrecv.");
  if (![...codecsOf(audio).values()].some((codec) => CALL_CODEC.test(codec)))
    throw new OfferError("offer", "offers no codec that this server knows. Offer opus, G722, PCMU or PCMA.");
  if (!/^m=application [1-9]/m.test(sdp))
    throw new OfferError("offer", "offers no data channel. Create the app channel before the offer.");
}

export function requireSdp(sdp: string): void {
  if (sdp.length > SDP_MAX_CHARACTERS) throw new OfferError("offer", "is too long for an SDP offer.");
  if (!sdp.startsWith("v=0")) throw new OfferError("offer", "is not an SDP offer: it must begin with v=0.");
}

/** RFC 8866: absent means `sendrecv`. */
const directionOf = (section: string): string | undefined => /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(section)?.[1];

const CALL_CODEC = /^(?:opus\/48000|(?:G722|PCM[UA])\/8000)/i;
/** RFC 3551: payload types that need no line of their own. */
const STATIC_CODECS: Readonly<Record<string, string>> = {
  0: "PCMU/8000",
  3: "GSM/8000",
  8: "PCMA/8000",
  9: "G722/8000",
  18: "G729/8000",
};

/** The codecs of an audio section, by payload type, in their order. */
function codecsOf(section: string): Map<string, string> {
  const [, , , ...payloadTypes] = (/^m=audio .*$/m.exec(section)?.[0] ?? "").trim().split(" ");
  const named = new Map([...section.matchAll(/^a=rtpmap:(\d+) (\S+)/gm)].map(([, type = "", codec = ""]) => [type, codec]));
  return new Map(payloadTypes.map((type) => [type, named.get(type) ?? STATIC_CODECS[type] ?? ""]));
}

/** RFC 8841: the default of `max-message-size`. */
const TEXT_DEFAULT_BYTES = 65_536;
/** libwebrtc's own limit for sending. */
const TEXT_MAX_BYTES = 262_144;

/** Longest message for the peer's data channel, in bytes. A longer one closes the channel. */
export function maxTextBytes(sdp: string): number {
  const named = /^a=max-message-size:(\d+)/m.exec(sdp)?.[1];
  if (named === undefined) return TEXT_DEFAULT_BYTES;
  // 0 means unlimited.
  return Math.min(Number(named) || TEXT_MAX_BYTES, TEXT_MAX_BYTES);
}

/**
 * Puts `address` into every host candidate, for machines behind NAT and containers. A candidate of TCP that only calls out is dropped: nobody
 * can reach it.
 */
export function withPublicAddress(sdp: string, address: string): string {
  const seen = new Set<string>();
  return mapLines(sdp, (line) => {
    if (line.startsWith("c=IN IP")) return `c=IN ${address.includes(":") ? "IP6" : "IP4"} ${address}`;
    if (!line.startsWith("a=candidate:")) return line;
    // a=candidate:<foundation> <component> <protocol> <priority> <address> <port> typ <type> …
    const parts = line.split(" ");
    const [, component, protocol, , , port] = parts;
    if (parts[7] !== "host") return line;
    const key = `${component} ${protocol} ${port}`;
    if (line.includes(" tcptype active") || seen.has(key)) return undefined;
    seen.add(key);
    parts[4] = address;
    return parts.join(" ");
  });
}

/** Sets the Opus parameters for speech in an answer. */
export function withSpeechParameters(sdp: string): string {
  const payloadType = opusPayloadType(sdp);
  if (payloadType === undefined) return sdp;
  const prefix = `a=fmtp:${payloadType} `;
  const parameters = (given: string) => {
    const all = { ...Object.fromEntries(given.split(";").map((pair) => pair.trim().split("=", 2))), ...SPEECH_PARAMETERS };
    return Object.entries(all)
      .filter(([name]) => name !== "")
      .map(([name, value]) => `${name}=${value}`)
      .join(";");
  };
  if (!sdp.includes(prefix))
    return mapLines(sdp, (line) =>
      line.startsWith(`a=rtpmap:${payloadType} `) ? `${line}\r\n${prefix}${parameters("")}` : line,
    );
  return mapLines(sdp, (line) => (line.startsWith(prefix) ? prefix + parameters(line.slice(prefix.length)) : line));
}

/** libwebrtc makes packets of 20 ms by default. Half of that makes an answer about 20 ms faster, for 16 kbit/s more of headers each way. */
const PACKET_MS = 10;

/** Asks for short packets of Opus. A changed answer asks the peer to send them; a changed offer, as it is applied, makes this side send them. */
export function withShortPackets(sdp: string): string {
  const payloadType = opusPayloadType(sdp);
  if (payloadType === undefined) return sdp;
  return mapLines(sdp, (line) => {
    if (/^a=ptime:/i.test(line)) return undefined;
    return line.startsWith(`a=rtpmap:${payloadType} `) ? `${line}\r\na=ptime:${PACKET_MS}` : line;
  });
}

const opusPayloadType = (sdp: string): string | undefined => /^a=rtpmap:(\d+) opus\/48000/im.exec(sdp)?.[1];

const NARROWBAND = /^PCM[UA]\/8000/i;
const KEY_EVENTS = /^telephone-event\/(?:8|48)000/i;

/** The first audio section with such a codec, and where it is. */
function telephoneAudio(sdp: string, sound = CALL_CODEC): { session: string[]; sections: string[][]; at: number } {
  const [session = [], ...sections] = sectionsOf(sdp);
  const at = sections.findIndex(
    (section) =>
      /^m=audio [1-9]/.test(section[0] ?? "") && [...codecsOf(section.join("\n")).values()].some((codec) => sound.test(codec)),
  );
  return { session, sections, at };
}

/**
 * The part of a telephone's SDP that libwebrtc takes: its first audio with Opus, G.722 or G.711, with the sender's order of codecs, and its keys. Static
 * payload types get the `rtpmap` that they need not have (RFC 8866, 6.6). Fails with `OfferError` when there is no such audio.
 */
export function withTelephoneCodecs(sdp: string, sound = CALL_CODEC): string {
  const { session, sections, at } = telephoneAudio(sdp, sound);
  const [media = "", ...lines] = sections[at] ?? [];
  if (media === "") throw new OfferError("offer", noTelephoneSound(sdp));
  const codecs = codecsOf([media, ...lines].join("\n"));
  const kept = new Map([...codecs].filter(([, codec]) => sound.test(codec) || KEY_EVENTS.test(codec)));
  const known = new Set<string>();
  const attributes = lines.filter((line) => {
    const [, name, type = ""] = /^a=(rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line) ?? [];
    if (name === "rtpmap") known.add(type);
    return name === undefined || kept.has(type);
  });
  const missing = [...kept].filter(([type]) => !known.has(type)).map(([type, codec]) => `a=rtpmap:${type} ${codec}`);
  const mid = lines.find((line) => line.startsWith("a=mid:"))?.slice("a=mid:".length);
  const head = session.map((line) => (line.startsWith("a=group:BUNDLE") && mid !== undefined ? `a=group:BUNDLE ${mid}` : line));
  const audio = [...media.split(" ").slice(0, 3), ...kept.keys()].join(" ");
  return [...head, audio, ...attributes, ...missing, ""].join("\r\n");
}

/** The offer of a browser that is a telephone of G.711. An offer without G.711 stays as it is. */
export const narrowband = (sdp: string): string =>
  telephoneAudio(sdp, NARROWBAND).at < 0 ? sdp : withTelephoneCodecs(sdp, NARROWBAND);

/**
 * Puts the offer's sections before the accepted audio into the answer, as refused (RFC 3264, 6: port 0). Janus' SIP stack refuses the sections after
 * it by itself, when the answer lacks them, and accepts them when it has them.
 */
export function withRefusedMedia(answer: string, offer: string): string {
  const { sections, at } = telephoneAudio(offer);
  if (at < 1) return answer;
  const refused = sections
    .slice(0, at)
    .flatMap(([media = "", ...lines]) => [
      media.replace(/^(m=\S+) \S+/, "$1 0"),
      ...lines.filter((line) => line.startsWith("a=mid:")),
      "a=inactive",
    ]);
  return answer.replace(/^m=audio /m, (start) => `${refused.join("\r\n")}\r\n${start}`);
}

/** Says what an offer without telephone sound has instead. */
function noTelephoneSound(sdp: string): string {
  const offered = sectionsOf(sdp)
    .slice(1)
    .flatMap((section) => [...codecsOf(section.join("\n"))].map(([type, codec]) => codec || `payload type ${type}`));
  const names = offered.length > 0 ? `It has ${[...new Set(offered)].slice(0, 10).join(", ")}. ` : "";
  return `offers no telephone sound. ${names}Offer opus, G722, PCMU or PCMA.`;
}

/** Why a telephone's offer cannot be answered, as a sentence without its subject. Undefined: it can. */
export const problemOfTelephoneOffer = (sdp: string): string | undefined =>
  telephoneAudio(sdp).at < 0 ? noTelephoneSound(sdp) : undefined;

/** Whether a telephone takes keys as telephone events (RFC 4733) beside the codec that it prefers: the two have one clock. */
export function takesKeyEvents(sdp: string): boolean {
  const { sections, at } = telephoneAudio(sdp);
  const codecs = [...codecsOf((sections[at] ?? []).join("\n")).values()];
  const clock = codecs.find((codec) => CALL_CODEC.test(codec))?.split("/")[1];
  return codecs.some((codec) => KEY_EVENTS.test(codec) && codec.split("/")[1] === clock);
}

/** Removes telephone events: with them, the other side waits for key events, and ignores the keys' tones (RFC 4733). */
export function withoutKeyEvents(sdp: string): string {
  const events = new Set([...sdp.matchAll(/^a=rtpmap:(\d+) telephone-event\//gim)].map(([, type]) => type));
  return withTypes(sdp, (type) => !events.has(type));
}

/** `own` as the offer of a call that goes on, for a telephone that asks for one: the codecs that `theirs` has, too, in both directions. */
export function offerAgain(own: string, theirs: string): string {
  const common = codecsOf(theirs);
  return mapLines(
    withTypes(own, (type) => common.has(type)),
    (line) => line.replace(/^a=setup:.*/, "a=setup:actpass").replace(/^a=(?:sendonly|recvonly|inactive)$/, "a=sendrecv"),
  );
}

/** The SDP of one audio section with some of its payload types. */
function withTypes(sdp: string, isKept: (type: string) => boolean): string {
  return mapLines(sdp, (line) => {
    if (line.startsWith("m=audio "))
      return line
        .split(" ")
        .filter((part, index) => index < 3 || isKept(part))
        .join(" ");
    const type = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line)?.[1];
    return type === undefined || isKept(type) ? line : undefined;
  });
}

/** Does the telephone that sends this SDP hold the call? It says so in one of three ways (RFC 3264, 8.4; the address is that of RFC 2543). */
export function isHeld(sdp: string): boolean {
  const [session = [], ...sections] = sectionsOf(sdp);
  const audio = sections.find(([media = ""]) => /^m=audio [1-9]/.test(media)) ?? [];
  const direction = directionOf(audio.join("\n")) ?? directionOf(session.join("\n"));
  if (direction === "sendonly" || direction === "inactive") return true;
  const address = [...audio, ...session].find((line) => line.startsWith("c="));
  return address?.trim() === "c=IN IP4 0.0.0.0";
}

/** The lines of the session, then those of each section. */
function sectionsOf(sdp: string): string[][] {
  const sections: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/).filter(Boolean)) {
    if (line.startsWith("m=")) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

function mapLines(sdp: string, change: (line: string) => string | undefined): string {
  return sdp
    .split("\r\n")
    .flatMap((line) => change(line) ?? [])
    .join("\r\n");
}
