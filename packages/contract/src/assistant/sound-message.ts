import { parseUrl } from "../wire/parse-url.ts";

const ADDRESS = /^https?:\/\/\S+$/i;
const NAME_MAX_CHARACTERS = 60;

/** The address of the sound file that a message is played from. Undefined: the message is spoken. */
export function soundAddress(message: string): string | undefined {
  const text = message.trim();
  return ADDRESS.test(text) && parseUrl(text) ? text : undefined;
}

/** A sound file's text in transcripts and in the model's history: one word, `[hello.mp3]`. */
export function soundLabel(address: string): string {
  const { hostname, pathname } = new URL(address);
  const name = pathname.split("/").at(-1) || hostname;
  return `[${name.slice(0, NAME_MAX_CHARACTERS)}]`;
}
