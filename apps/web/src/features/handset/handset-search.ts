import { HANDSET_NUMBERS } from "@callwright/contract";

/** The Handset's state in the address. */
export interface HandsetSearch {
  /** Id of the number to call. */
  number?: string;
  /** Which telephone the page is, counted from 1. Default: the first. */
  line?: number;
}

export function handsetSearch({ number, line }: Record<string, unknown>): HandsetSearch {
  const wanted = Number(line);
  return {
    ...(typeof number === "string" && number !== "" && { number }),
    ...(wanted > 1 && HANDSET_NUMBERS[wanted - 1] !== undefined && { line: wanted }),
  };
}
