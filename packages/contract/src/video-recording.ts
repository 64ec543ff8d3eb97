/**
 * The video recording of a direct room: the page composes it and sends it in pieces while the call runs, each with
 * `PUT {room}/recording/{index}`, in order, one at a time. Known to the page and to the server.
 */

/** What a piece is. The pieces of one recording, put together, are one WebM file. */
export const VIDEO_CHUNK_MEDIA_TYPE = "video/webm";
/** How much video a piece holds: what is lost at most when a page or a server dies. */
export const VIDEO_CHUNK_MS = 1_000;
/** Largest piece: 25 times the second of video it holds. */
export const VIDEO_CHUNK_MAX_BYTES = 8 * 1024 * 1024;
/** Bits a second of picture and of sound that a page records with: 0.8 GB an hour. */
export const VIDEO_BITS_PER_SECOND = 1_700_000;
export const VIDEO_SOUND_BITS_PER_SECOND = 96_000;
/** Largest recording: two and a half hours at that rate. What comes after it is refused. */
export const VIDEO_RECORDING_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** How long a server waits for the rest of a recording whose call has ended. */
export const VIDEO_RECORDING_GRACE_MS = 30_000;
/** How long an assistant that is recorded on video waits with its first message for the recording to begin. */
export const VIDEO_RECORDING_START_WAIT_MS = 5_000;
