import { isFields } from "@callwright/contract";
import { changesBetween } from "./changes.ts";
import { type Path, valueAt } from "./values.ts";
import type { Variables } from "./variables.ts";

/** Fields that identify an item of a list, the best first. */
const IDENTITIES: readonly Path[] = [
  ...[["name"], ["function", "name"], ["key"], ["assistantId"], ["toolId"]],
  ...[["role"], ["url"], ["type"]],
];
/** Items with different values in one of the first fields are different items. */
const NAMES = IDENTITIES.slice(0, 5);

/** The file's item for each item of the server: an equal one, or else the only one with the same name, role, address or type. */
export function pairItems(server: readonly unknown[], file: readonly unknown[], variables: Variables): unknown[] {
  const partners: unknown[] = server.map(() => undefined);
  const free = new Set(file.keys());
  const take = (index: number, place: number | undefined) => {
    if (place === undefined || partners[index] !== undefined || !free.delete(place)) return;
    partners[index] = file[place];
  };
  const isEqual = (index: number, place: number) =>
    changesBetween({ value: server[index] }, { value: file[place] }, variables).length === 0;

  for (const index of server.keys()) if (free.has(index) && isEqual(index, index)) take(index, index);
  for (const index of server.keys())
    if (partners[index] === undefined)
      take(
        index,
        [...free].find((place) => isEqual(index, place)),
      );
  for (const path of IDENTITIES) {
    const open = [...server.keys()].filter((index) => partners[index] === undefined);
    for (const index of open) {
      const identity = valueAt(server[index], path);
      if (typeof identity !== "string") continue;
      const same = [...free].filter((place) => valueAt(file[place], path) === identity);
      const [place] = same;
      const isOnly = same.length === 1 && open.filter((other) => valueAt(server[other], path) === identity).length === 1;
      if (isOnly && place !== undefined && !isOther(server[index], file[place])) take(index, place);
    }
  }
  // One unassigned item is left on each side.
  const open = [...server.keys()].filter((index) => partners[index] === undefined);
  const [index, place] = [open[0], [...free][0]];
  if (open.length === 1 && free.size === 1 && index !== undefined && place !== undefined)
    if (!isFields(server[index]) || !isOther(server[index], file[place])) take(index, place);
  return partners;
}

function isOther(one: unknown, other: unknown): boolean {
  return NAMES.some((path) => {
    const [name, second] = [valueAt(one, path), valueAt(other, path)];
    return name !== undefined && second !== undefined && name !== second;
  });
}
