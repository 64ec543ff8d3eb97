import { searchOf, text } from "../../kit/search-params.ts";

/** The state of a suite's page in the address: the open tab, the shown run, the run that it is compared with, and the open cell. */
export const suiteSearch = searchOf({ tab: text, run: text, base: text, cell: text });
