import { type LibraryVoice, type LibraryVoiceQuery, OFFLINE_VOICES } from "@callwright/contract";

/** These voices came with the first version and have not changed. */
const SINCE = "2026-11-19T00:00:00.000Z";

/** The voices that need no provider. */
export function offlineVoices(orgId: string): LibraryVoice[] {
  return OFFLINE_VOICES.map(({ id, name, gender, accent }, index) => ({
    // The id is the same everywhere, because nobody can change these voices.
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
    orgId,
    createdAt: SINCE,
    updatedAt: SINCE,
    provider: "callwright",
    providerId: id,
    slug: id,
    name,
    gender,
    accent,
    language: "English",
    languageCode: "en",
    description: `${accent} English, ${gender}, offline`,
    sortOrder: index,
    isPublic: true,
    isDeleted: false,
  }));
}

/** Upper and lower case are alike; `language` is its name or its code. */
export function filterVoices(voices: readonly LibraryVoice[], filter: LibraryVoiceQuery): LibraryVoice[] {
  const { keyword, language, accent, gender, page, limit } = filter;
  const has = (text: string | undefined, part: string) => (text ?? "").toLowerCase().includes(part.toLowerCase());
  const is = (text: string | undefined, other: string) => text?.toLowerCase() === other.toLowerCase();
  return voices
    .filter((voice) => keyword === undefined || has(voice.name, keyword) || has(voice.description, keyword))
    .filter((voice) => language === undefined || is(voice.language, language) || is(voice.languageCode, language))
    .filter((voice) => accent === undefined || is(voice.accent, accent))
    .filter((voice) => gender === undefined || is(voice.gender, gender))
    .filter((voice) => isInTime(voice, filter))
    .slice((page - 1) * limit, page * limit);
}

const isAfter = (at: number, bound: number) => at > bound;
const isBefore = (at: number, bound: number) => at < bound;
const isFrom = (at: number, bound: number) => at >= bound;
const isUntil = (at: number, bound: number) => at <= bound;

const TIME_FILTERS = [
  ["createdAtGt", "createdAt", isAfter],
  ["createdAtLt", "createdAt", isBefore],
  ["createdAtGe", "createdAt", isFrom],
  ["createdAtLe", "createdAt", isUntil],
  ["updatedAtGt", "updatedAt", isAfter],
  ["updatedAtLt", "updatedAt", isBefore],
  ["updatedAtGe", "updatedAt", isFrom],
  ["updatedAtLe", "updatedAt", isUntil],
] as const;

function isInTime(voice: LibraryVoice, filter: LibraryVoiceQuery): boolean {
  return TIME_FILTERS.every(([name, time, holds]) => {
    const bound = filter[name];
    return bound === undefined || holds(Date.parse(voice[time]), Date.parse(bound));
  });
}

/** The first voice of each accent. */
export function oneOfEachAccent(voices: readonly LibraryVoice[]): LibraryVoice[] {
  return voices.filter(({ accent }, index) => voices.findIndex((other) => other.accent === accent) === index);
}
