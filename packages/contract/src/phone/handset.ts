import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { describeRoutes } from "../wire/noun.ts";
import { handsetNoun } from "./handset-noun.ts";
import { HANDSET_NUMBERS } from "./simulated-line.ts";

/** A line of the Handset. */
const Line = z.number().int().min(1).max(HANDSET_NUMBERS.length);

/** A call that rings or is held on the Handset page. */
export const HandsetCall = z.object({
  id: Id,
  line: Line,
  isAnswered: z.boolean(),
  /** The keys that the assistant pressed. */
  keys: z.string(),
  /** The calling number. */
  from: z.string(),
  /** The name of the calling assistant. */
  name: z.string().optional(),
  ringingAt: z.string(),
});
export type HandsetCall = z.infer<typeof HandsetCall>;

/** A WebRTC offer without trickled candidates, with PCMU and telephone-event. */
const Sound = z.strictObject({ sdp: z.string().min(1).max(200_000) });

/** The call, and the answer to the offer. */
export const HandsetSound = z.object({ callId: Id, sdp: z.string() });
export type HandsetSound = z.infer<typeof HandsetSound>;

/** The telephone of the simulated line, played by the dashboard. Callwright only. */
export const handsetRoutes = describeRoutes(handsetNoun.addresses, {
  listHandsetCalls: {
    response: z.array(HandsetCall),
    summary: "List the calls that ring on the Handset, or are held there",
  },
  dialFromHandset: {
    body: z.strictObject({ phoneNumberId: Id, line: Line.optional(), ...Sound.shape }),
    response: HandsetSound,
    status: 201,
    summary: "Call a simulated number from the Handset",
  },
  answerOnHandset: {
    body: Sound,
    response: HandsetSound,
    summary: "Answer a call that rings on the Handset",
  },
  refuseOnHandset: {
    body: z.strictObject({ why: z.enum(["busy", "declined"]) }),
    response: z.void(),
    summary: "Decline a call that rings on the Handset, or be busy",
  },
  hangUpHandset: {
    body: z.strictObject({ line: Line.optional() }),
    response: z.void(),
    summary: "Hang up on the Handset",
  },
});
