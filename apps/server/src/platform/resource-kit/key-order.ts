import { type Fields, isFields } from "@callwright/contract";

/** The names of an object in their order, by the object's path as JSON, for each object that jsonb would order otherwise. */
type KeyOrder = Readonly<Record<string, readonly string[]>>;

/** PostgreSQL sorts the names in jsonb. People and models read them in the order in which they were written. */
export function keyOrderOf(config: object): KeyOrder | undefined {
  const order: Record<string, readonly string[]> = {};
  visit(config, [], (names, path) => {
    if (names.toSorted(asStored).some((name, index) => name !== names[index])) order[JSON.stringify(path)] = names;
  });
  return Object.keys(order).length > 0 ? order : undefined;
}

/** The config with its names in this order. Names that the order does not have come last. */
export function inKeyOrder(config: Fields, order: unknown): Fields {
  return isFields(order) ? (ordered(config, [], order) as Fields) : config;
}

function ordered(value: unknown, path: readonly (string | number)[], order: Fields): unknown {
  if (Array.isArray(value)) return value.map((each, index) => ordered(each, [...path, index], order));
  if (!isFields(value)) return value;
  const given = order[JSON.stringify(path)];
  const first = Array.isArray(given) ? given.filter((name) => Object.hasOwn(value, String(name))) : [];
  const names = [...new Set([...first.map(String), ...Object.keys(value)])];
  return Object.fromEntries(names.map((name) => [name, ordered(value[name], [...path, name], order)]));
}

function visit(
  value: unknown,
  path: readonly (string | number)[],
  see: (names: string[], path: readonly (string | number)[]) => void,
): void {
  if (Array.isArray(value)) for (const [index, each] of value.entries()) visit(each, [...path, index], see);
  if (!isFields(value)) return;
  const present = Object.entries(value).filter(([, each]) => each !== undefined);
  see(
    present.map(([name]) => name),
    path,
  );
  for (const [name, each] of present) visit(each, [...path, name], see);
}

/** As jsonb orders names: shorter ones first, then by their bytes. */
function asStored(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length - b.length || Buffer.compare(a, b);
}
