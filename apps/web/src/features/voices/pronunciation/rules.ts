import type { ProviderResource } from "@callwright/contract";

/** How a word is written: as text that sounds like it, or in a phonetic alphabet. */
export const RULE_KINDS = ["alias", "ipa", "cmu-arpabet"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export interface Rule {
  word: string;
  kind: RuleKind;
  said: string;
  /** The rule as it is stored, with fields that the form does not show, such as `caseSensitive`. */
  stored?: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Cartesia's rules are only texts, with IPA between double angle brackets. */
export const kindsOf = (provider: string): readonly RuleKind[] => (provider === "11labs" ? RULE_KINDS : ["alias"]);

export function rulesOf({ provider, resource }: ProviderResource): Rule[] {
  const rules = provider === "11labs" ? resource.rules : resource.items;
  return (Array.isArray(rules) ? (rules as Fields[]) : []).map((stored) => {
    const { stringToReplace, type, alphabet, phoneme, alias, text, pronunciation } = stored;
    if (provider !== "11labs")
      return { word: String(text ?? ""), kind: "alias", said: String(pronunciation ?? alias ?? ""), stored };
    const kind = type === "phoneme" ? (RULE_KINDS.find((each) => each === alphabet) ?? "ipa") : "alias";
    return { word: String(stringToReplace ?? ""), kind, said: String((type === "phoneme" ? phoneme : alias) ?? ""), stored };
  });
}

/** The rules in the provider's words. */
export function bodyOf(provider: string, name: string, rules: readonly Rule[]): Fields {
  return provider === "11labs" ? { name, rules: rules.map(elevenLabsRule) } : { name, items: rules.map(cartesiaItem) };
}

function elevenLabsRule({ word, kind, said, stored = {} }: Rule): Fields {
  const { alias: _, phoneme: __, alphabet: ___, ...others } = stored;
  const way = kind === "alias" ? { type: "alias", alias: said } : { type: "phoneme", phoneme: said, alphabet: kind };
  return { ...others, stringToReplace: word, ...way };
}

/** Cartesia's name of the pronunciation was `alias` before. */
function cartesiaItem({ word, said, stored = {} }: Rule): Fields {
  const field = "pronunciation" in stored ? "pronunciation" : "alias";
  return { ...stored, text: word, [field]: said };
}
