/** Template variables for the start time of a conversation, in UTC. */
export const DATE_VARIABLES = ["now", "date", "time", "month", "day", "year"] as const;
export type DateVariable = (typeof DATE_VARIABLES)[number];

/** Template variables that the platform sets. */
export const PLATFORM_VARIABLES = [...DATE_VARIABLES, "customer", "call", "transport"] as const;
