/** All audio inside a call host is mono, 16-bit, at this rate: the format of voices, voice detectors and recognizers. */
export const SAMPLE_RATE = 16_000;
/** Sample rate of the telephone network. */
export const PHONE_RATE = 8_000;
/** One step of the media clock. */
export const FRAME_MS = 10;
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
