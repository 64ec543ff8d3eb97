import type { PhoneMedia } from "../phone-media.ts";

/** Media of a call whose sound is ignored. */
export const idleMedia = (callId: string): PhoneMedia => ({
  callId,
  answer: async () => "",
  offer: async () => ({ sdp: "", take: async () => {} }),
  press: () => {},
  play: () => {},
  connect: () => () => {},
});
