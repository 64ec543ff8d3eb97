import { type CountryCode, getCountries, isSupportedCountry } from "libphonenumber-js/max";

/** Languages of tables that people import. Where two name different countries alike, the first one counts. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "tr"];

/** What tables say instead of a name: abbreviations, the three letters of ISO 3166, older and colloquial names. */
const OTHER_NAMES: Partial<Record<CountryCode, string>> = {
  AE: "uae are emirates",
  AT: "aut",
  AU: "aus",
  BE: "bel",
  BR: "bra",
  CA: "can",
  CH: "che",
  CI: "ivorycoast",
  CN: "chn prc",
  CZ: "cze czechrepublic",
  DE: "deu ger brd federalrepublicofgermany",
  DK: "dnk",
  ES: "esp",
  FI: "fin",
  FR: "fra",
  GB: "gbr uk greatbritain britain england scotland wales northernireland",
  GR: "grc hellas",
  HK: "hkg",
  IE: "irl republicofireland",
  IN: "ind",
  IT: "ita",
  JP: "jpn",
  KR: "kor korea republicofkorea",
  LU: "lux",
  MX: "mex",
  NL: "nld holland thenetherlands",
  NO: "nor",
  NZ: "nzl",
  PL: "pol",
  PT: "prt",
  RO: "rou",
  RU: "rus russianfederation",
  SE: "swe",
  SG: "sgp",
  TR: "tur turkey",
  US: "usa unitedstatesofamerica america",
  ZA: "zaf",
};

let names: ReadonlyMap<string, CountryCode> | undefined;

/** The code of a country (`DE`) that a table names by its code or by a name: `Germany`, `United States`, `USA`. Undefined: there is none. */
export function countryCodeOf(text: string): CountryCode | undefined {
  const code = text.trim().toUpperCase();
  if (isSupportedCountry(code)) return code;
  names ??= readNames();
  return names.get(plain(text));
}

function readNames(): Map<string, CountryCode> {
  const found = new Map<string, CountryCode>();
  const add = (name: string, code: CountryCode) => {
    if (!found.has(plain(name))) found.set(plain(name), code);
  };
  for (const [code, others] of Object.entries(OTHER_NAMES)) for (const name of others.split(" ")) add(name, code as CountryCode);
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of getCountries()) add(display.of(code) ?? "", code);
  }
  found.delete("");
  return found;
}

/** Letters alone: "U.S.A." is "usa", "Côte d’Ivoire" is "cotedivoire". */
const plain = (name: string): string =>
  name
    .slice(0, 200)
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
