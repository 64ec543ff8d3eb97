import { OfferError } from "./media-transport.ts";

/** Longest accepted offer. A browser's has about 5 KB. */
const SDP_MAX_CHARACTERS = 100_000;

/** Opus for speech: error correction for lossy networks, mono, and no discontinuous transmission, because recognizers need the silence. */
const SPEECH_PARAMETERS = { minptime: "10", useinbandfec: "1", usedtx: "0", stereo: "0", "sprop-stereo": "0" };

/** Fails with the reason unless the SDP offers audio that can be heard and, of a page, a data channel. */
export function checkOffer(sdp: string, isPhone = false): void {
  if (sdp.length > SDP_MAX_CHARACTERS) throw new OfferError("offer", "is too long for an SDP offer.");
  if (!sdp.startsWith("v=0")) throw new OfferError("offer", "is not an SDP offer: it must begin with v=0.");
  const [session = "", ...media] = sdp.split(/^(?=m=)/m);
  const audio = media.find((section) => /^m=audio [1-9]/.test(section));
  if (audio === undefined) throw new OfferError("offer", "offers no audio. Add a microphone track or an audio transceiver.");
  if ((directionOf(audio) ?? directionOf(session)) === "inactive")
    throw new OfferError("offer", "offers inactive audio, so nobody would be heard. Offer it as sendrecv.");
  if (!isPhone && ![...codecsOf(audio).values()].some((codec) => CALL_CODEC.test(codec)))
    throw new OfferError("offer", "offers no codec that this server knows. Offer opus, G722, PCMU or PCMA.");
  if (!isPhone && !/^m=application [1-9]/m.test(sdp))
    throw new OfferError("offer", "offers no data channel. Create the app channel before the offer.");
}

/** RFC 8866: absent means `sendrecv`. */
const directionOf = (section: string): string | undefined => /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(section)?.[1];

const CALL_CODEC = /^(?:opus\/48000|(?:G722|PCM[UA])\/8000)/i;
/** RFC 3551: payload types without a line of their own. */
const STATIC_CODECS: Readonly<Record<string, string>> = { 0: "PCMU/8000", 8: "PCMA/8000", 9: "G722/8000" };

/** The codecs of the audio section, by payload type, in their order. */
function codecsOf(sdp: string): Map<string, string> {
  const [, , , ...payloadTypes] = (/^m=audio .*$/m.exec(sdp)?.[0] ?? "").trim().split(" ");
  const named = new Map([...sdp.matchAll(/^a=rtpmap:(\d+) (\S+)/gm)].map(([, type = "", codec = ""]) => [type, codec]));
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

/** Codecs of telephones: G.711 at 8 kHz, with keys. */
const TELEPHONE_CODEC = /^(?:PCM[UA]|telephone-event)\/8000/i;

/** Removes all codecs but those of telephones from an offer of audio. Fails with `OfferError` without G.711. */
export function withTelephoneCodecs(sdp: string): string {
  const codecs = [...codecsOf(sdp)].filter(([, codec]) => TELEPHONE_CODEC.test(codec));
  const kept = new Set(codecs.map(([type]) => type));
  if (!codecs.some(([, codec]) => /^PCM[UA]/i.test(codec)))
    throw new OfferError("offer", "offers no telephone sound. Offer PCMU or PCMA (G.711).");
  return mapLines(sdp, (line) => {
    if (line.startsWith("m=audio ")) return [...line.split(" ").slice(0, 3), ...kept].join(" ");
    const type = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line)?.[1];
    return type === undefined || kept.has(type) ? line : undefined;
  });
}

function mapLines(sdp: string, change: (line: string) => string | undefined): string {
  return sdp
    .split("\r\n")
    .flatMap((line) => change(line) ?? [])
    .join("\r\n");
}
