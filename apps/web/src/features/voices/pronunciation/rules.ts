import type { ProviderResource } from "@callwright/contract";

/** How a word is said: as another text, or in a phonetic alphabet. */
export const RULE_KINDS = ["alias", "ipa", "cmu-arpabet"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export interface Rule {
  word: string;
  kind: RuleKind;
  said: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Cartesia has texts alone, with IPA between double angle brackets. */
export const kindsOf = (provider: string): readonly RuleKind[] => (provider === "11labs" ? RULE_KINDS : ["alias"]);

export function rulesOf({ provider, resource }: ProviderResource): Rule[] {
  const stored = provider === "11labs" ? resource.rules : resource.items;
  return (Array.isArray(stored) ? (stored as Fields[]) : []).map((rule) =>
    provider === "11labs"
      ? {
          word: String(rule.stringToReplace ?? ""),
          kind: rule.type === "phoneme" ? (RULE_KINDS.find((kind) => kind === rule.alphabet) ?? "ipa") : "alias",
          said: String((rule.type === "phoneme" ? rule.phoneme : rule.alias) ?? ""),
        }
      : { word: String(rule.text ?? ""), kind: "alias", said: String(rule.alias ?? rule.pronunciation ?? "") },
  );
}

/** The rules in the provider's words. */
export function bodyOf(provider: string, name: string, rules: readonly Rule[]): Fields {
  if (provider !== "11labs") return { name, items: rules.map(({ word, said }) => ({ text: word, alias: said })) };
  return {
    name,
    rules: rules.map(({ word, kind, said }) => ({
      stringToReplace: word,
      ...(kind === "alias" ? { type: "alias", alias: said } : { type: "phoneme", phoneme: said, alphabet: kind }),
    })),
  };
}
