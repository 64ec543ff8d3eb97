/** Texts of the voice library. */
export const enVoices = {
  voices: {
    title: "Voices",
    provider: "Provider",
    offline: "Callwright (offline)",
    search: "Search voices",
    gender: "Gender",
    anyGender: "Any gender",
    genders: { female: "Female", male: "Male" },
    accent: "Accent",
    anyAccent: "Any accent",
    language: "Language",
    anyLanguage: "Any language",
    name: "Name",
    id: "Voice id",
    copyId: "Copy the id of {{name}}",
    count_one: "{{count}} voice",
    count_other: "{{count}} voices",
    noMatch: "No voice matches.",
    clear: "Clear search and filters",
    failed: "These voices are not available: {{reason}}",
  },
} as const;
