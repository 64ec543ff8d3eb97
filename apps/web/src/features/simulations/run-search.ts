import type { SimulationMatrix } from "@callwright/contract";
import { searchOf, text } from "../../kit/search-params.ts";
import { tableOf } from "./matrix-table.ts";

/** The state of a run's page in the address: the cell whose items are listed, and the shown item. */
export const runSearch = searchOf({ cell: text, item: text });

/** The shown item: that of the address, otherwise the first that failed, otherwise the first. Undefined for a run without items. */
export function shownItem(matrix: SimulationMatrix, { cell, item }: ReturnType<typeof runSearch>): string | undefined {
  const cells = tableOf(matrix).rows.flatMap((row) => row.cells.filter((each) => each !== undefined));
  const items = cells.filter(({ key }) => cell === undefined || key === cell).flatMap((each) => each.items);
  const shown = items.find(({ id }) => id === item) ?? items.find(({ status }) => status === "failed") ?? items[0];
  return shown?.id;
}
