/**
 * The video recording of a direct room. The page records it and sends it in parts during the call, each with
 * `PUT {room}/recording/{index}`, in order, one at a time.
 */

/** The concatenated parts of one recording are one WebM file. */
export const VIDEO_CHUNK_MEDIA_TYPE = "video/webm";
/** Length of a part. At most this much is lost if a page or a server crashes. */
export const VIDEO_CHUNK_MS = 1_000;
/** Maximum part: 25 times a second of video at this bit rate. */
export const VIDEO_CHUNK_MAX_BYTES = 8 * 1024 * 1024;
/** Bit rates of video and audio: 0.8 GB an hour. */
export const VIDEO_BITS_PER_SECOND = 1_700_000;
export const VIDEO_SOUND_BITS_PER_SECOND = 96_000;
/** Maximum recording: two and a half hours at that rate. Further parts are rejected. */
export const VIDEO_RECORDING_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** How long a server waits for the rest of a recording whose call has ended. */
export const VIDEO_RECORDING_GRACE_MS = 30_000;
/** How long an assistant that is recorded on video waits with its first message for the recording to begin. */
export const VIDEO_RECORDING_START_WAIT_MS = 5_000;
