/** The outcome of a call by a simulated number. `handset`: the dashboard's Handset page rings. Only Callwright has simulated numbers. */
export const SIMULATED_OUTCOMES = ["handset", "answers", "voicemail", "busy", "noAnswer", "declined", "wrongPerson"] as const;
export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number];

/** The numbers of the Handset page: it has two lines, so that two pages are two telephones. */
export const HANDSET_NUMBERS = ["+12025550100", "+12025550107"] as const;
export const [HANDSET_NUMBER] = HANDSET_NUMBERS;

/** The Handset's line with this number, counted from 1. */
export const handsetLineOf = (number: string): number | undefined =>
  HANDSET_NUMBERS.flatMap((each, index) => (each === number ? [index + 1] : []))[0];

/** Numbers with a fixed outcome, whatever the mix of the calling number. They belong to nobody. */
export const SIMULATED_CUSTOMERS: Readonly<Record<string, SimulatedOutcome>> = {
  [HANDSET_NUMBERS[0]]: "handset",
  [HANDSET_NUMBERS[1]]: "handset",
  "+12025550101": "answers",
  "+12025550102": "voicemail",
  "+12025550103": "busy",
  "+12025550104": "noAnswer",
  "+12025550105": "declined",
  "+12025550106": "wrongPerson",
};

/** New simulated numbers are chosen from these: `+12025550110` to `+12025550199`. */
export const SIMULATED_NUMBERS = { prefix: "+12025550", first: 110, last: 199 } as const;

/** How long an unanswered phone rings, in seconds. */
export const RING_SECONDS = { min: 1, max: 50, default: 30 } as const;
