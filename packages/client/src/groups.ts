import { NOUNS, type Noun } from "@callwright/contract";

type Known = (typeof NOUNS)[number];
type PluralOf<N extends Noun> = N extends { plural: infer Plural extends string } ? Plural : `${N["thing"]}s`;

/** The name of a route without its noun: `list` of `listAssistants`, `getDraft` of `getAssistantDraft`. */
type MethodName<Name extends string, N extends Noun> = Name extends `${infer Before}${PluralOf<N>}${infer After}`
  ? `${Before}${After}`
  : Name extends `${infer Before}${N["thing"]}${infer After}`
    ? `${Before}${After}`
    : Name;

/** Functions of routes by noun: `calls.listAssistants` as `assistants.list`. */
export type Groups<Calls> = {
  [N in Known as Uncapitalize<PluralOf<N>>]: {
    [Name in keyof Calls & keyof N["addresses"] & string as MethodName<Name, N>]: Calls[Name];
  };
};

export function inGroups<Calls extends object>(calls: Calls): Groups<Calls> {
  const groups = NOUNS.map(({ thing, addresses, ...noun }: Noun) => {
    const { plural = `${thing}s` } = noun;
    const names = Object.keys(addresses).filter((name) => name in calls);
    const word = new RegExp(`${plural}|${thing}`);
    const group = names.map((name) => [name.replace(word, ""), calls[name as keyof Calls]]);
    return [plural[0]?.toLowerCase() + plural.slice(1), Object.fromEntries(group)];
  });
  return Object.fromEntries(groups) as Groups<Calls>;
}
