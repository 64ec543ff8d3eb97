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
/** A password's length. A longer one would only cost time to check. */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 128;
/**
 * The longest a person's fields may be, in bytes as JSON. Together with the session's own fields and the signature they then fit
 * the session cookie cache in base64, whichever of them changes later.
 */
export const USER_FIELD_MAX_BYTES = { name: 500, image: 1200, email: 320 } as const;
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
/**
 * Characters of text on one page of conversations: 32,000 for each of 1,000. A page of the longest would be two gigabytes, of which the server holds
 * every byte several times.
 */
export const PAGE_MAX_CHARACTERS = 32_000_000;
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
/** Of the texts of an assistant's files, in their order, the built-in model reads so many characters in all. */
export const KNOWLEDGE_MAX_CHARACTERS = 200_000;
/** What is remembered with a file, in characters of JSON (the platform's limit). */
export const FILE_METADATA_MAX_CHARACTERS = 4096;
/** Orders that wait for a call's caller to join: of its supervisors, and of the caller's own page until the call can take them. */
export const CALL_EARLY_ORDERS_MAX = 20;
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
/** Least time between two mails of one invitation. */
export const INVITE_RESEND_SECONDS = 60;
/** Days after which an organisation's calls, chats, sessions and audit events can be made to go. */
export const RETENTION_DAYS = { min: 1, max: 3650 } as const;
/** Feature flags of one organisation. */
export const FEATURE_FLAGS_MAX = 100;
/** An organisation's own key sets, and the keys of one. */
export const ORG_MAX_KEY_SETS = 20;
export const KEY_SET_MAX_KEYS = 50;
/** The use of a token is noted no more often than this. */
export const LAST_USE_STEP_SECONDS = 60;

/** So often may something be tried in `windowSeconds`, counted from the first time; after the last of them it is refused for `lockSeconds`. */
export interface AttemptLimit {
  attempts: number;
  windowSeconds: number;
  lockSeconds: number;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const perMinute = (attempts: number) => ({ attempts, windowSeconds: MINUTE_SECONDS, lockSeconds: MINUTE_SECONDS });
const perQuarter = (attempts: number) => ({
  attempts,
  windowSeconds: 15 * MINUTE_SECONDS,
  lockSeconds: 15 * MINUTE_SECONDS,
});
const perHour = (attempts: number) => ({ attempts, windowSeconds: HOUR_SECONDS, lockSeconds: HOUR_SECONDS });

/**
 * Limits of the sign-in's service, which all nodes share. `ByAccount` and `ByMailbox` count for an e-mail address whether or not it
 * has an account. Of the password checks, the user codes and the API tokens only what was wrong stays counted.
 *
 * OWASP ASVS 4.0.3, 2.2.1: at most 100 wrong passwords an hour for one account: 50 by strangers, the rest is left to its own devices.
 */
export const ATTEMPT_LIMITS = {
  signInByAccountAndAddress: perQuarter(10),
  signInByAccount: perHour(50),
  signInByAddress: perQuarter(50),
  /** On a device that has been signed in to this account before: what strangers do does not count for it. */
  signInByDevice: perQuarter(10),
  /** The password that a signed-in person is asked for before a change. */
  passwordByPerson: perQuarter(10),
  /** A course behind one address. Each costs 0.1 s of a core. */
  signUpByAddress: perHour(60),
  /** More than get lost on their way, and fewer than a nuisance. */
  mailByMailbox: perHour(5),
  mailByAddress: perHour(30),
  deviceCodeByAddress: { attempts: 30, windowSeconds: 600, lockSeconds: 600 },
  /** A device asks every 5 s (RFC 8628, 3.2): 25 of them behind one address. */
  devicePollByAddress: perMinute(300),
  /** RFC 8628, 5.1: of 32^8 codes, so that guessing one is hopeless within its life. */
  userCodeByAddress: perQuarter(10),
  userCodeByPerson: perQuarter(10),
  /** A token lives an hour; every loaded page asks for one. */
  userTokenByPerson: perMinute(60),
  orgTokenByPerson: perMinute(120),
  wrongTokenByAddress: perMinute(60),
} as const satisfies Record<string, AttemptLimit>;
export type AttemptLimitName = keyof typeof ATTEMPT_LIMITS;

/** Of a note on a call. */
export const NOTE_MAX_CHARACTERS = 10_000;
/** Calls in the live list. */
export const LIVE_CALLS_MAX = 200;

/** The realtime client's first wait before it connects again, and its longest, each half as long to half as long again (specification 9). */
export const REALTIME_BACKOFF_MIN_MS = 1_000;
export const REALTIME_BACKOFF_MAX_MS = 16_000;
/** Then a silent server is taken for gone (specification 9). */
export const REALTIME_INACTIVITY_MS = 60_000;
/** So long before its end the realtime client asks for a new token (specification 9). */
export const REALTIME_TOKEN_LEEWAY_SECONDS = 2;
/** So long a query that was warmed up stays subscribed (specification 9). */
export const REALTIME_PREWARM_MS = 5_000;
/** Of one realtime query's filter (specification 9). */
export const REALTIME_QUERY_OPERATORS_MAX = 256;
