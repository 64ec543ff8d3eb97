/** Codes that name no country. */
const OTHERS: ReadonlySet<string> = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const known = new Map<string, { value: string; label: string }[]>();

/** All countries with their names, for a select. */
export function countriesIn(language: string) {
  const countries = known.get(language) ?? listCountries(language);
  known.set(language, countries);
  return countries;
}

function listCountries(language: string) {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
  return codes
    .filter((code) => !OTHERS.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

/** The name of a country by its two letters. */
export function countryName(language: string, code: string): string {
  return countriesIn(language).find(({ value }) => value === code)?.label ?? code;
}
