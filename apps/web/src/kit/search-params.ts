/** Reads one search parameter of the address. Undefined: it has no valid value. */
type Read<Value> = (value: unknown) => Value | undefined;

export const text: Read<string> = (value) => (typeof value === "string" && value !== "" ? value : undefined);

/** A text that people type. The router reads digits as a number and "true" as a boolean. */
export const typed: Read<string> = (value) =>
  text(typeof value === "number" || typeof value === "boolean" ? String(value) : value);

/** A list of texts, each once. */
export function listOf<Text extends string>(isKnown: (text: string) => text is Text): Read<Text[]> {
  return (value) => {
    const given: unknown[] = Array.isArray(value) ? [...new Set(value)] : [];
    const list = given.filter((each): each is Text => typeof each === "string" && isKnown(each));
    return list.length > 0 ? list : undefined;
  };
}

export const texts = listOf((each): each is string => each !== "");

export const flag: Read<true> = (value) => (value === true ? value : undefined);

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Read<Choice> {
  return (value) => choices.find((each) => each === value);
}

/** A function that reads the state of a page from the address. Parameters without a valid value are absent. */
export function searchOf<const Reads extends Readonly<Record<string, Read<unknown>>>>(reads: Reads) {
  return (search: Record<string, unknown>) => {
    const values = Object.entries(reads).map(([name, read]) => [name, read(search[name])]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as {
      -readonly [Name in keyof Reads]?: NonNullable<ReturnType<Reads[Name]>>;
    };
  };
}
