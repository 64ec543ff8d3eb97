import { invalid, PlatformError } from "@callwright/contract";

export const SDP_MEDIA_TYPE = "application/sdp";

/** Requirements of an offer that are checked before a call host gets it, with the error for each. */
const REQUIRED: readonly [pattern: RegExp, problem: string][] = [
  [/^v=0\r?$/m, "sdp must be a session description: it begins with v=0"],
  [/^m=audio /m, "sdp must offer audio: it has no m=audio line"],
  [/^a=ice-ufrag:\S/m, "sdp must have ICE credentials: it has no a=ice-ufrag line"],
  [/^a=ice-pwd:\S/m, "sdp must have ICE credentials: it has no a=ice-pwd line"],
  [/^a=fingerprint:\S/m, "sdp must have the fingerprint of a certificate: it has no a=fingerprint line"],
];

/** The offer in a request's body. Fails with `unsupported-media-type` or `validation-failed`. */
export function readOffer(contentType: string | undefined, body: Uint8Array): string {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== SDP_MEDIA_TYPE) throw new PlatformError("unsupported-media-type", { expected: SDP_MEDIA_TYPE });
  return readSdp(new TextDecoder().decode(body));
}

/** The offer, checked as far as that is possible without a call host. Fails with `validation-failed`. */
export function readSdp(sdp: string): string {
  const problem = sdp.startsWith("v=0") ? REQUIRED.find(([pattern]) => !pattern.test(sdp)) : REQUIRED[0];
  if (problem) throw invalid(problem[1]);
  return sdp;
}
