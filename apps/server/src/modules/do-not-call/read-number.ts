import { type ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } from "libphonenumber-js/max";
import { countryCodeOf } from "./country-code.ts";

export interface ReadNumber {
  /** In E.164. */
  number: string;
  /** Empty for a number without a country, such as +800; otherwise the zones of its country. */
  timeZones: string[];
  /** Two letters. Absent for a number without a country. */
  country?: string;
  isMobile: boolean;
}

/** The text is a national number, and no country is named. */
export const LACKS_COUNTRY = "has no known country code. Begin it with + and the country code, or choose a country";

const PROBLEMS: Readonly<Record<string, string>> = {
  NOT_A_NUMBER: "is not a telephone number",
  INVALID_COUNTRY: LACKS_COUNTRY,
  TOO_SHORT: "has too few digits",
  TOO_LONG: "has too many digits",
};

/**
 * Reads a number as a person typed it. `country`, such as `DE` or `Germany`, is for numbers without a country code. Returns the problem as a sentence.
 */
export function readNumber(text: string, country?: string): ReadNumber | string {
  const wanted = country?.trim() ? countryCodeOf(country) : undefined;
  if (country?.trim() && wanted === undefined)
    return `has the country '${country.slice(0, 100)}', which is no code like DE and no name of a country`;
  try {
    const parsed = parsePhoneNumberWithError(text.trim(), { ...(wanted && { defaultCountry: wanted }), extract: false });
    if (parsed.ext) return "has an extension. Campaigns dial no extensions";
    const wrongLength = validatePhoneNumberLength(parsed.number);
    if (wrongLength !== undefined) return PROBLEMS[wrongLength] ?? "has a wrong number of digits";
    if (!parsed.isValid()) return `is no number ${parsed.country ? `of the country ${parsed.country}` : "of a known country"}`;
    const { number, country } = parsed;
    // In some countries, mobile and other numbers look alike.
    const isMobile = parsed.getType() === "MOBILE";
    return { number, timeZones: zonesOf(country), isMobile, ...(country !== undefined && { country }) };
  } catch (error) {
    return PROBLEMS[(error as ParseError).message] ?? "is not a telephone number";
  }
}

/** Node 20 has a property, later releases a method. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** Neither the number's area nor a moved mobile phone is known: every time zone of the country is possible. */
function zonesOf(country: string | undefined): string[] {
  if (country === undefined) return [];
  const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
