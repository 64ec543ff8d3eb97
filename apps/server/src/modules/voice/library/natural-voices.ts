import { createHash } from "node:crypto";
import type { LibraryVoice } from "@callwright/contract";
import type { LocalSpeech } from "../../../platform/local-speech/local-speech.ts";

const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** The natural voices that are installed, as voices of the library: each by its first speaker. */
export function naturalVoices(orgId: string, installed: Awaited<ReturnType<LocalSpeech["installedVoices"]>>): LibraryVoice[] {
  return installed.map(({ entry, voice }, index) => {
    const names = entry.languages.map((code) => languageNames.of(code) ?? code);
    return {
      id: idOf(entry.id),
      orgId,
      createdAt: voice.installedAt,
      updatedAt: voice.installedAt,
      provider: "callwright",
      providerId: entry.id,
      slug: entry.id,
      name: entry.name,
      language: names[0] ?? "English",
      languageCode: entry.languages[0] ?? "en",
      description: `${entry.family}, natural, on this server: ${names.join(", ")}`,
      sortOrder: 100 + index,
      isPublic: true,
      isDeleted: false,
    };
  });
}

/** The same everywhere, like those of the offline voices. */
function idOf(voiceId: string): string {
  const hash = createHash("sha256").update(`local voice ${voiceId}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
