import type { PhoneMedia } from "../phone-media.ts";

/** The sound of a call that nobody listens to. */
export const idleMedia = (callId: string): PhoneMedia => ({
  callId,
  answer: async () => "",
  offer: async () => ({ sdp: "", take: async () => {} }),
  press: () => {},
  play: () => {},
  connect: () => () => {},
});
