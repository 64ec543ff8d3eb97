import { z } from "zod";
import { OFFLINE_VOICES } from "../provider/offline-voices.ts";
import { TEST_SCRIPT_MAX_CHARACTERS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { LINES } from "./line.ts";

const SOUND_ONLY = "Only in runs as sound.";
const NO_STEPS = "Without effect on a caller with steps, whose words stay as they are written.";
const RULES_ONLY = "Only for a caller by rules: a language model plays the instructions of the personality.";

/** How often: 0 is never, 1 is at every occasion. */
const Share = z.number().min(0).max(1);

const Patience = optionalFields({
  thinksMs: z
    .strictObject({ from: z.number().int().min(0).max(30_000), to: z.number().int().min(0).max(30_000) })
    .refine(({ from, to }) => from <= to, { path: ["to"], error: "must be at least 'from'" })
    .meta({ unit: "ms", description: `How long the caller thinks before speaking. ${SOUND_ONLY}` }),
  interrupts: Share.meta({ description: `Share of the agent's answers into which the caller speaks. ${SOUND_ONLY}` }),
  goesSilent: Share.meta({ description: `Share of the caller's messages before which the caller is silent. ${SOUND_ONLY}` }),
  silenceMs: z
    .number()
    .int()
    .min(500)
    .max(60_000)
    .meta({
      unit: "ms",
      default: 8_000,
      description: `Length of such a silence. ${SOUND_ONLY}`,
    }),
  unhelpfulAnswers: z
    .number()
    .int()
    .min(1)
    .max(20)
    .meta({
      default: 4,
      description: `Answers without progress after which the caller gives up. ${RULES_ONLY} ${NO_STEPS}`,
    }),
  hangsUpAfterTurns: z.number().int().min(1).max(50).meta({
    description: "Messages after which the caller hangs up without a goodbye. Default: never.",
  }),
});

const Habits = optionalFields({
  paraphrases: Share.meta({ description: `Says the same in other words. ${RULES_ONLY} ${NO_STEPS}` }),
  fillers: Share.meta({ description: 'Share of places for an "um" that have one.' }),
  pauses: Share.meta({ description: `Share of commas and sentence ends with a pause of 300 to 900 ms. ${SOUND_ONLY}` }),
  numbersInPieces: Share.meta({
    description: "Share of numbers that are said digit group by digit group, with pauses of 300 to 900 ms between them.",
  }),
  twoQuestions: Share.meta({ description: `Says two requests in one message. ${RULES_ONLY} ${NO_STEPS}` }),
  changesMind: Share.meta({
    description: `Says another day, time or number first, and corrects it in the same message. ${RULES_ONLY} ${NO_STEPS}`,
  }),
  offTopic: Share.meta({ description: `Talks about something else; at least once unless 0. ${RULES_ONLY} ${NO_STEPS}` }),
  injections: Share.meta({
    description: `Asks the agent for its prompt, or to ignore it; at least once unless 0. ${RULES_ONLY} ${NO_STEPS}`,
  }),
  asksToRepeat: Share.meta({
    description: `Asks the agent to say it again; at least once unless 0. ${RULES_ONLY} ${NO_STEPS}`,
  }),
  asides: Share.meta({ description: "Share of messages with words to a child beside the caller, which are not for the agent." }),
});

/** How a caller of simulations talks, without what they want. The words that the caller means stay the same. */
export const CallerBehavior = optionalFields({
  voice: z.enum(OFFLINE_VOICES.map(({ id }) => id)).meta({
    default: "rms",
    description: `Built-in voice, with its accent: ${OFFLINE_VOICES.map(({ id, accent }) => `${id} (${accent})`).join(", ")}. ${SOUND_ONLY}`,
  }),
  speed: z
    .number()
    .min(0.5)
    .max(2)
    .meta({ default: 1, description: `1 is the voice's own speed. ${SOUND_ONLY}` }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as 'en' or 'es-MX'")
    .meta({
      default: "en",
      description: "A caller by rules speaks English; other languages need a language model that plays the caller.",
    }),
  mood: z.enum(["calm", "friendly", "hurried", "angry"]).meta({ default: "calm", description: `${RULES_ONLY} ${NO_STEPS}` }),
  patience: Patience,
  habits: Habits,
  line: z.enum(LINES.map(({ key }) => key)).meta({
    description: `A line of the gallery, by its key. That of a run comes first. ${SOUND_ONLY}`,
  }),
  byRules: z.boolean().meta({
    default: false,
    description:
      "Rules play the caller also where there is a language model, so that the same seed gives the same words. Without effect on a caller with steps.",
  }),
  instructions: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS).meta({
    description: "How a language model plays the caller. Without effect on a caller by rules.",
  }),
});
export type CallerBehavior = z.infer<typeof CallerBehavior>;

/** Something that the caller of a scenario knows. */
export const CallerFact = z.strictObject({
  name: z.string().min(1).max(80).meta({ description: 'What it is: "Date of birth".' }),
  value: z.string().min(1).max(1000),
  tells: z.enum(["at once", "if asked", "never"]).meta({
    description: "With the first words, as the answer to a question, or not even then.",
  }),
});
export type CallerFact = z.infer<typeof CallerFact>;
