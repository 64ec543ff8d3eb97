import { oneOf, searchOf, text } from "../../kit/search-params.ts";
import { tokenSearch } from "../tokens/token-search.ts";
import { INSTALL_WAYS } from "./package-lines.ts";

const packageSearch = searchOf({ package: text, by: oneOf(INSTALL_WAYS) });

/** The state of the screen in the address: the chosen package, how it is installed, and the filter of the tokens. */
export const developersSearch = (search: Record<string, unknown>) => ({ ...tokenSearch(search), ...packageSearch(search) });
