import { CALL_STATUSES, type CallStatus } from "@callwright/contract";

/** The list's state in the address: filters and the chosen rows. */
export interface CallListSearch {
  /** Name of the assistant that answered. */
  assistant?: string;
  status?: CallStatus;
  selected?: string[];
}

export function callListSearch(search: Record<string, unknown>): CallListSearch {
  const status = CALL_STATUSES.find((each) => each === search.status);
  const selected = Array.isArray(search.selected) ? search.selected.filter((id) => typeof id === "string") : [];
  // An assistant named by digits comes out of the address as a number.
  const assistant = typeof search.assistant === "number" ? String(search.assistant) : search.assistant;
  return {
    ...(typeof assistant === "string" && assistant !== "" ? { assistant } : {}),
    ...(status ? { status } : {}),
    ...(selected.length > 0 ? { selected } : {}),
  };
}
