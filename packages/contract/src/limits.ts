/** The numbers of the specification's section 9, and the platform's documented limits. One name each; nothing else repeats them. */

/** Largest signed session cookie cache, in characters. */
export const SESSION_COOKIE_CACHE_MAX_CHARACTERS = 4093;
/** Lifetime of the session cookie cache when no maximum age is set. */
export const SESSION_COOKIE_CACHE_DEFAULT_SECONDS = 60;
/** Time-out of one fetch of a public key set. */
export const KEY_SET_FETCH_TIMEOUT_MS = 5_000;
/** Least time between two fetches of a public key set. */
export const KEY_SET_COOLDOWN_MS = 30_000;
/** How long a fetched public key set is trusted. */
export const KEY_SET_CACHE_MAX_AGE_MS = 600_000;
/** Smallest RSA key accepted for a signed token. */
export const RSA_MIN_BITS = 2048;
/** Longest cookie lifetime: 400 days. */
export const COOKIE_MAX_AGE_SECONDS = 400 * 86_400;
/** Lifetime of a signed token. */
export const TOKEN_LIFETIME_SECONDS = 3600;
/** Refresh a token this long before it expires. */
export const TOKEN_REFRESH_LEEWAY_SECONDS = 2;

/** A phone needs this long to ask for permissions. */
export const MOBILE_PERMISSION_WAIT_MS = 1000;
/** Summed remote level above this is speech (0–1). */
export const SPEECH_LEVEL_THRESHOLD = 0.01;
/** A remote level of this much is full volume: `min(1, level / 0.15)`. */
export const FULL_VOLUME_LEVEL = 0.15;
/** Silence after which `speech-end` fires. */
export const SPEECH_END_SILENCE_MS = 1000;
/** Interval of the audio level observer. */
export const AUDIO_LEVEL_INTERVAL_MS = 100;
/** Size of a video recording. */
export const VIDEO_RECORDING = { widthPx: 1280, heightPx: 720, background: "#FF1F2D3D" } as const;

/** Name of the remote participant whose audio is played; clients of the hosted provider look for exactly this. */
export const SPEAKER_NAME = "Vapi Speaker";

/** Longest name of an assistant, call, organisation or token, in characters. */
export const NAME_MAX_CHARACTERS = 40;
/** Longest spoken message of a plan, in characters. */
export const MESSAGE_MAX_CHARACTERS = 1000;
/** Rows of a list when no `limit` is given, and at most. */
export const LIST_LIMIT = { default: 100, max: 1000 } as const;
/** Number of a list's last page that can be asked for. What is further on is found by a cursor or a filter. */
export const PAGE_MAX = 100_000;
/** Rows that `limit` of an export can ask for; without it, all. */
export const EXPORT_LIMIT_MAX = 1_000_000;
/** Calls at a time in one organisation (the platform's default). */
export const ORG_CONCURRENT_CALLS = 10;
/** Largest JSON body, in bytes. Larger ones answer 413. Holds a prompt of about 250,000 tokens; a list holds up to 1,000 of them. */
export const JSON_BODY_MAX_BYTES = 1024 * 1024;
/** One message to a chat, and all messages of one request, in characters; and their number. */
export const CHAT_MESSAGE_MAX_CHARACTERS = 10_000;
export const CHAT_INPUT_MAX_CHARACTERS = 100_000;
export const CHAT_INPUT_MAX_MESSAGES = 100;
/** An answer of a chat that is longer, in characters, or takes longer ends there. */
export const CHAT_OUTPUT_MAX_CHARACTERS = 50_000;
export const CHAT_TURN_MAX_MS = 120_000;
/** A session that has reached either takes no more messages. Characters count the prompt too. */
export const SESSION_MAX_CHATS = 500;
export const SESSION_MAX_CHARACTERS = 2_000_000;
/** Seconds from the last message of a session until it expires. */
export const SESSION_SECONDS = { default: 86_400, min: 60, max: 2_592_000 } as const;
/** Chats that are being answered at a time, in one organisation and on one node. */
export const ORG_CONCURRENT_CHATS = 50;
/** The same with one public API token: four fifths, so that visitors leave some to their hosts; and of these from one address. */
export const PUBLIC_TOKEN_CONCURRENT_CHATS = 40;
export const VISITOR_CONCURRENT_CHATS = 4;
/** Days in which a deleted entity can be restored. */
export const RESTORE_DAYS = 30;
/** A call that nobody joins for this long is ended. */
export const JOIN_TIMEOUT_MS = 60_000;
/**
 * The call of a caller who stopped answering ends within this, unless the caller is back by then: over another path of the network, or on
 * another connection. A caller who hangs up is noticed at once.
 */
export const LOST_CALLER_TIMEOUT_MS = 10_000;
/** A call whose caller may leave it (`roomDeleteOnUserLeaveEnabled: false`) waits this long for the caller to come back. */
export const REJOIN_TIMEOUT_MS = 60_000;
/** A node renews the lease of its calls this often; three missed renewals end them. */
export const CALL_LEASE_RENEW_MS = 5_000;
export const CALL_LEASE_MS = 15_000;
/** Longest Idempotency-Key, and how long an answer is remembered. */
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;
export const IDEMPOTENCY_HOURS = 24;
/** Largest uploaded file, in bytes. Larger ones answer 413. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024;
/** What is remembered with a file, in characters of JSON (the platform's limit). */
export const FILE_METADATA_MAX_CHARACTERS = 4096;
/** Customers of one campaign, and of one call to several (the platform's limit). */
export const CAMPAIGN_MAX_CUSTOMERS = 10_000;
/** Longest name of a test suite, a test and a run, and longest script or rubric, in characters. */
export const TEST_NAME_MAX_CHARACTERS = 80;
export const TEST_SCRIPT_MAX_CHARACTERS = 10_000;
/** How often a test is tried in one run, and tests of one suite. */
export const TEST_MAX_ATTEMPTS = 10;
export const TEST_SUITE_MAX_TESTS = 50;
/** E-mail addresses of one invitation. */
export const INVITE_MAX_ADDRESSES = 100;
/** Invitations of an organisation that can be open at a time, and how long one is. */
export const INVITE_MAX_OPEN = 100;
export const INVITE_DAYS = 7;
