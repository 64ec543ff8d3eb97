/** A sound cannot be used. The message ends a sentence: "its file has more than 10 MB". */
export class SoundFileError extends Error {}
