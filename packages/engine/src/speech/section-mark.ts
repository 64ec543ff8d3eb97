import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";

/**
 * A speech has sections: words before a tool runs, during it, and after. Marks in its text and in its sound separate them, so that they stay in order
 * on their way through the framework.
 */
export const SECTION_END = "\u001d";
/** The line break makes the framework's text filters pass on the words they hold back. */
export const SECTION_END_CHUNK = `${SECTION_END}\n`;

const SECTION_END_KEY = "callwright.section-end";

/** A frame without sound. */
export function sectionEndFrame(): AudioFrame {
  return new AudioFrame(new Int16Array(0), SAMPLE_RATE, 1, 0, { [SECTION_END_KEY]: true });
}

export function isSectionEnd({ userdata }: AudioFrame): boolean {
  return userdata[SECTION_END_KEY] === true;
}
