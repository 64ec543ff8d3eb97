import { HANDSET_NUMBERS } from "@callwright/contract";
import { searchOf, text } from "../../kit/search-params.ts";

/** The Handset's state in the address. */
export const handsetSearch = searchOf({
  /** Id of the number to call. */
  number: text,
  /** Index of the telephone on the page, from 1. Default: the first. */
  line: (value) => {
    const wanted = Number(value);
    return wanted > 1 && HANDSET_NUMBERS[wanted - 1] !== undefined ? wanted : undefined;
  },
});
