/** A sound cannot be used. The message ends a sentence: "it is no WAV file". */
export class SoundFileError extends Error {}
