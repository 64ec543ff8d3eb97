import { groupOf, methodOf, NOUNS, type Noun, type PluralOf } from "@callwright/contract";

type Known = (typeof NOUNS)[number];
type PluralOfNoun<N extends Noun> = N extends { plural: infer Plural extends string } ? Plural : PluralOf<N["thing"]>;

/** The name of a route without its noun: `list` of `listAssistants`, `getDraft` of `getAssistantDraft`. */
type MethodName<Name extends string, N extends Noun> = Name extends `${infer Before}${PluralOfNoun<N>}${infer After}`
  ? `${Before}${After}`
  : Name extends `${infer Before}${N["thing"]}${infer After}`
    ? `${Before}${After}`
    : Name;

/** Functions of routes by noun: `calls.listAssistants` as `assistants.list`. */
export type Groups<Calls> = {
  [N in Known as Uncapitalize<PluralOfNoun<N>>]: {
    [Name in keyof Calls & keyof N["addresses"] & string as MethodName<Name, N>]: Calls[Name];
  };
};

/** A group reads a function from `calls` each time it is used, because `calls` may change. */
export function inGroups<Calls extends object>(calls: Calls): Groups<Calls> {
  const groups = NOUNS.map((noun) => {
    const group = {};
    for (const name of Object.keys(noun.addresses))
      if (name in calls)
        Object.defineProperty(group, methodOf(noun, name), { enumerable: true, get: () => calls[name as keyof Calls] });
    return [groupOf(noun), group];
  });
  return Object.fromEntries(groups) as Groups<Calls>;
}
