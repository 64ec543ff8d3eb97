/** Every number of the product: the limits of the specification and the platform's documented limits. Nothing else repeats them. */

/** Largest signed session cookie cache, in characters. */
export const SESSION_COOKIE_CACHE_MAX_CHARACTERS = 4093;
/** Lifetime of the session cookie cache when no maximum age is set. */
export const SESSION_COOKIE_CACHE_DEFAULT_SECONDS = 60;
/** Timeout of one fetch of a public key set. */
export const KEY_SET_FETCH_TIMEOUT_MS = 5_000;
/** Minimum time between two fetches of a public key set. */
export const KEY_SET_COOLDOWN_MS = 30_000;
/** How long a fetched public key set is cached. */
export const KEY_SET_CACHE_MAX_AGE_MS = 600_000;
/** Smallest RSA key accepted for a signed token. */
export const RSA_MIN_BITS = 2048;
/** A password's length. A longer one only takes longer to check. */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 128;
/**
 * The largest name and picture that the dashboard saves, in bytes of JSON. Together they always fit the session cookie cache. The
 * server measures the whole session data.
 */
export const USER_FIELD_MAX_BYTES = { name: 500, image: 1200 } as const;
/** Longest cookie lifetime: 400 days. */
export const COOKIE_MAX_AGE_SECONDS = 400 * 86_400;
/** Lifetime of a signed token. */
export const TOKEN_LIFETIME_SECONDS = 3600;
/** Refresh a token this long before it expires. */
export const TOKEN_REFRESH_LEEWAY_SECONDS = 2;

/** Time for a phone's permission prompt. */
export const MOBILE_PERMISSION_WAIT_MS = 1000;
/** Summed remote level above this is speech (0–1). */
export const SPEECH_LEVEL_THRESHOLD = 0.01;
/** A sound file that calls play: behind the assistant, or as its first message. Of a longer sound, the beginning is played. */
export const SOUND_FILE = { maxBytes: 10 * 1024 * 1024, maxSeconds: 120, timeoutMs: 10_000 } as const;
/** Highest level of a background sound; voices have peaks of 0.16 to 0.43. A direct room does not detect speech up to this level. */
export const BACKGROUND_SOUND_MAX_LEVEL = 0.04;
/** The remote level that counts as full volume: `min(1, level / 0.15)`. */
export const FULL_VOLUME_LEVEL = 0.15;
/** Silence after which `speech-end` fires. */
export const SPEECH_END_SILENCE_MS = 1000;
/** Interval of the audio level observer. */
export const AUDIO_LEVEL_INTERVAL_MS = 100;
/** Width and height of a video recording. */
export const VIDEO_RECORDING = { widthPx: 1280, heightPx: 720, background: "#FF1F2D3D" } as const;

/** Name of the remote participant whose audio is played. Clients of the hosted provider require exactly this name. */
export const SPEAKER_NAME = "Vapi Speaker";

/** Maximum length of the name of an assistant, call, organization or token, in characters. */
export const NAME_MAX_CHARACTERS = 40;
/** Maximum length of a spoken message in a plan, in characters. */
export const MESSAGE_MAX_CHARACTERS = 1000;
/** Maximum length of a search text. */
export const SEARCH_MAX_CHARACTERS = 200;
/** Default and maximum number of rows in a list. */
export const LIST_LIMIT = { default: 100, max: 1000 } as const;
/**
 * Maximum characters on one page of a list: 32,000 for each of 1,000 rows. Without it, a page could have two gigabytes, and the server holds every
 * byte several times.
 */
export const PAGE_MAX_CHARACTERS = 32_000_000;
/** Millions of characters that one organization stores as configuration, by default. */
export const ORG_CONFIGURATION_MAX_MB = 200;
/** Highest page number of a list. Use a cursor or a filter to go further. */
export const PAGE_MAX = 100_000;
/** Maximum `limit` of an export. Without `limit`, an export has all rows. */
export const EXPORT_LIMIT_MAX = 1_000_000;
/** How long the link to an export by e-mail works. */
export const EXPORT_LINK_DAYS = 7;
/** Exports by e-mail of one organization in a minute. */
export const EXPORTS_PER_MINUTE = 5;
/** Concurrent calls in one organization (the platform's default). */
export const ORG_CONCURRENT_CALLS = 10;
/** Maximum `concurrencyLimit` of an organization. */
export const ORG_CONCURRENCY_MAX = 10_000;
/** Maximum JSON body, in bytes; larger ones get 413. Enough for a prompt of about 250,000 tokens. */
export const JSON_BODY_MAX_BYTES = 1024 * 1024;
/**
 * Slowest body of a request: with fewer bytes in this time, it ends with 408. That is about 800 bytes a second; a slow mobile network has several
 * times that. A whole request may take 300 s (Node's `requestTimeout`).
 */
export const BODY_PROGRESS = { minBytes: 16 * 1024, windowMs: 20_000 } as const;
/** Maximum depth of JSON in a body, or in the arguments of a live function. Deeper than any real assistant, and safe for a recursive reader. */
export const JSON_MAX_DEPTH = 64;
/** Maximum length of one chat message and of all messages in one request, in characters; and their maximum number. */
export const CHAT_MESSAGE_MAX_CHARACTERS = 10_000;
export const CHAT_INPUT_MAX_CHARACTERS = 100_000;
export const CHAT_INPUT_MAX_MESSAGES = 100;
/** Maximum length, in characters, of a text that the page of a call lets the assistant say or reports as recognized, and of a text that it adds. */
export const CALL_MESSAGE_MAX_CHARACTERS = { said: 10_000, added: 100_000 } as const;
/** Maximum length of a chat's reply, in characters, and maximum time for it. The reply ends there. */
export const CHAT_OUTPUT_MAX_CHARACTERS = 50_000;
export const CHAT_TURN_MAX_MS = 120_000;
/** A session that reaches either limit takes no more messages. The prompt's characters count too. */
export const SESSION_MAX_CHATS = 500;
export const SESSION_MAX_CHARACTERS = 2_000_000;
/** Seconds from the last message of a session until it expires. */
export const SESSION_SECONDS = { default: 86_400, min: 60, max: 2_592_000 } as const;
/** Concurrent chat replies in one organization and on one node. */
export const ORG_CONCURRENT_CHATS = 50;
/** The same for one public API token, and for one address with it. The organization keeps one fifth for itself. */
export const PUBLIC_TOKEN_CONCURRENT_CHATS = 40;
export const VISITOR_CONCURRENT_CHATS = 4;
/** Chats that a node answers at a time while the sound of its calls is held up. */
export const CHATS_BESIDE_BUSY_CALLS = 4;
/** How long one request to a server of an organization may take: a tool's, or one for server messages. */
export const SERVER_TIMEOUT_SECONDS = { default: 20, min: 1, max: 300 } as const;
/**
 * How long a call waits for its endpointing server. The call's own decision comes about 220 ms after the caller's last sound at the earliest: a
 * longer wait would make every answer later.
 */
export const ENDPOINTING_SERVER_TIMEOUT_MS = 500;
/** Longest answer of a tool's server, in bytes. */
export const TOOL_ANSWER_MAX_BYTES = 1024 * 1024;
/** Requests of one run of a code tool: their number, and the longest one with its address, headers and body. Its answer has `TOOL_ANSWER_MAX_BYTES`. */
export const CODE_REQUEST = { maxPerRun: 20, maxBytes: 1024 * 1024 } as const;
/** Tool calls of one model step that run. The model can repeat the other calls in its next step. */
export const TOOL_CALLS_PER_STEP = 16;
/** Secrets from this length on are hidden in texts of others. Shorter ones are common words and numbers. */
export const SECRET_MIN_CHARACTERS = 6;
/** Days for which server messages and their attempts are kept. */
export const WEBHOOK_LOG_DAYS = 30;
/** Waits before the retries of a server message whose server has no `backoffPlan`, in seconds. */
export const WEBHOOK_RETRY_SECONDS = [5, 30, 120, 600, 3600] as const;
/** Maximum wait that a `Retry-After` of a server can ask for, in seconds. */
export const WEBHOOK_RETRY_AFTER_MAX_SECONDS = 3600;
/** A server that takes longer than this to answer a server message is slow: its messages no longer delay others. */
export const WEBHOOK_SLOW_AFTER_MS = 20_000;
/** What is kept of a response, in bytes. */
export const WEBHOOK_RESPONSE_KEPT_BYTES = 1024;
/** How often a terminal that answers requests renews itself. */
export const TERMINAL_SEEN_EVERY_MS = 5_000;
/** A terminal without a renewal for this long gets no more requests. */
export const TERMINAL_GONE_AFTER_MS = 20_000;
/** Maximum body of a terminal's answer, in UTF-16 units. */
export const TERMINAL_ANSWER_MAX_CHARACTERS = 150_000;
/** Days for which a deleted entity can be restored. */
export const RESTORE_DAYS = 30;
/** A call ends if nobody joins it for this long. */
export const JOIN_TIMEOUT_MS = 60_000;
/**
 * When a caller stops responding, the call ends after this time, unless the caller comes back over another network path or on
 * another connection. A hang-up is noticed at once.
 */
export const LOST_CALLER_TIMEOUT_MS = 10_000;
/** With `roomDeleteOnUserLeaveEnabled: false`, a call waits this long for the caller to come back. */
export const REJOIN_TIMEOUT_MS = 60_000;
/**
 * How often a node renews the leases of its calls and looks for expired ones, and how long a lease lasts. The calls of a killed node end within
 * 15 s: 11 s until their leases expire, 2 s until another node looks, and 2 s to end them. A node that stalls for less than 9 s keeps its calls.
 */
export const CALL_LEASE_RENEW_MS = 2_000;
export const CALL_LEASE_MS = 11_000;
/**
 * A process whose event loop is this late for 3 s is overloaded: the sound of its calls, in frames of 10 ms, stutters. New calls are refused with
 * 503 until it has caught up.
 */
export const OVERLOAD_LOOP_DELAY_MS = 250;
/** `Retry-After` of a call that is refused because of an overload. */
export const OVERLOAD_RETRY_AFTER_SECONDS = 5;
/** Maximum length of an Idempotency-Key, and how long its response is kept. */
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;
export const IDEMPOTENCY_HOURS = 24;
/** Maximum uploaded file, in bytes; larger ones get 413. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024;
/** Maximum uploaded files and web pages of knowledge bases of one organization together, in bytes. Deleted ones do not count. */
export const ORG_DOCUMENTS_MAX_BYTES = 50 * 1024 * 1024;
/** Web pages of one part of a knowledge base. */
export const WEBSITES_MAX = 100;
/** Maximum size of a web page, before it is read. */
export const WEBSITE_MAX_BYTES = 5 * 1024 * 1024;
/** Passages that a search of files answers with. */
export const KNOWLEDGE_PASSAGES = { default: 5, max: 50 } as const;
/** Maximum length of a question to files. */
export const KNOWLEDGE_QUESTION_MAX_CHARACTERS = 1000;
/** Maximum metadata of a file, in characters of JSON (the platform's limit). */
export const FILE_METADATA_MAX_CHARACTERS = 4096;
/** Maximum control messages that wait for the caller to join, from supervisors and from the caller's page. */
export const CALL_EARLY_ORDERS_MAX = 20;
/** A person who has taken a call over has it for this long after the last renewal. */
export const TAKE_OVER_LEASE_MS = 9_000;
/** How often a page renews it. */
export const TAKE_OVER_RENEW_MS = 3_000;
/** Maximum customers of one campaign (the platform's limit). */
export const CAMPAIGN_MAX_CUSTOMERS = 10_000;
/** Maximum customers of one call to several customers. */
export const CALL_MAX_CUSTOMERS = 1_000;
/** Maximum scheduled calls of an organization that wait for their time. */
export const SCHEDULED_CALLS_MAX = 10_000;
/** A scheduled call without `latestAt` starts at most this long after `earliestAt`. */
export const SCHEDULE_WINDOW_MS = 3_600_000;
/** How far ahead `earliestAt` and `latestAt` of a scheduled call may be. */
export const SCHEDULE_AHEAD_MAX_DAYS = 365;
/** Rows of an upload. A table of 10,000 rows is uploaded in several. */
export const CAMPAIGN_UPLOAD_ROWS = 1_000;
/** Maximum length of a cell of such a table: what a cell of Excel holds. A text that is too long for its field is a mistake of its row alone. */
export const CAMPAIGN_CELL_MAX_CHARACTERS = 32_767;
export const CAMPAIGN_CONCURRENCY_DEFAULT = 10;
export const REHEARSAL_CALLS = 3;
export const DO_NOT_CALL_UPLOAD_NUMBERS = 1_000;
/** Maximum length of the name of a test suite, test or run, and of a script or rubric, in characters. */
export const TEST_NAME_MAX_CHARACTERS = 80;
export const TEST_SCRIPT_MAX_CHARACTERS = 10_000;
/** Maximum attempts of a test in one run, and maximum tests of one suite. */
export const TEST_MAX_ATTEMPTS = 10;
export const TEST_SUITE_MAX_TESTS = 50;
/** Maximum simulations that a suite names, and maximum items of a run. */
export const SUITE_MAX_SIMULATIONS = 500;
export const SUITE_MAX_CALLERS = 50;
export const RUN_MAX_ITEMS = 5_000;
/** Maximum iterations of each simulation in a run. The hosted provider allows 10. */
export const RUN_MAX_ITERATIONS = 100;
/** Maximum suites of an assistant's gate, and length of the reason to publish without them, in characters. */
export const GATE_MAX_SUITES = 10;
export const GATE_REASON_MAX_CHARACTERS = 500;
/** Maximum steps of a tester, tool mocks and criteria of one test. */
export const TEST_MAX_STEPS = 50;
export const TEST_MAX_BRANCHES = 10;
export const TEST_MAX_MOCKS = 50;
export const TEST_MAX_FACTS = 50;
export const TEST_MAX_SCORERS = 100;
/** Messages of the tester after which an attempt ends. */
export const TEST_TURNS = { default: 20, max: 50 } as const;
/** Maximum length of what a mocked tool answers, in characters. */
export const TEST_MOCK_MAX_CHARACTERS = 16_000;
/** Maximum messages of an eval, and length of the caller's and the assistant's ones, as at the hosted provider. */
export const EVAL_MAX_MESSAGES = 200;
export const EVAL_MESSAGE_MAX_CHARACTERS = 1_000;
/** Maximum email addresses of one invitation. */
export const INVITE_MAX_ADDRESSES = 100;
/** Maximum pending invitations of an organization, and how long one is valid. */
export const INVITE_MAX_OPEN = 100;
export const INVITE_DAYS = 7;
/** Minimum time between two emails of one invitation. */
export const INVITE_RESEND_SECONDS = 60;
/** Range of an organization's retention setting, in days. */
export const RETENTION_DAYS = { min: 1, max: 3650 } as const;
/** US dollars. */
export const MONTHLY_BUDGET_MAX_USD = 10_000_000;
/** Own prices of an organization. */
export const ORG_PRICES_MAX = 1_000;
/** Maximum feature flags of one organization. */
export const FEATURE_FLAGS_MAX = 100;
/** Maximum key sets of an organization, and maximum keys of one. */
export const ORG_MAX_KEY_SETS = 20;
export const KEY_SET_MAX_KEYS = 50;
/** How often `lastUsedAt` of a token is written at most. */
export const LAST_USE_STEP_SECONDS = 60;

/** `attempts` tries in `windowSeconds`, counted from the first one. After the last one, tries are rejected for `lockSeconds`. */
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
 * Attempt limits of sign-in, shared by all nodes. `ByAccount` and `ByMailbox` count an email address whether or not it
 * has an account. For passwords, user codes and API tokens, only wrong attempts stay counted.
 *
 * OWASP ASVS 4.0.3, 2.2.1 allows 100 wrong passwords an hour for one account: 50 from unknown devices, the rest from known ones.
 */
export const ATTEMPT_LIMITS = {
  signInByAccountAndAddress: perQuarter(10),
  signInByAccount: perHour(50),
  signInByAddress: perQuarter(50),
  /** On a device that has signed in to this account before. Attempts on unknown devices do not count. */
  signInByDevice: perQuarter(10),
  /** The password check of a signed-in user before a change. */
  passwordByPerson: perQuarter(10),
  /** A class of students can share one address. Each check costs 0.1 s of a core. */
  signUpByAddress: perHour(60),
  /** Enough to replace lost emails, too few to be a nuisance. */
  mailByMailbox: perHour(5),
  mailByAddress: perHour(30),
  deviceCodeByAddress: { attempts: 30, windowSeconds: 600, lockSeconds: 600 },
  /** A device polls every 5 s (RFC 8628, 3.2). Enough for 25 devices behind one address. */
  devicePollByAddress: perMinute(300),
  /** RFC 8628, 5.1. There are 32^8 codes, so guessing one before it expires is not possible. */
  userCodeByAddress: perQuarter(10),
  userCodeByPerson: perQuarter(10),
  /** A token is valid for an hour; every page load requests one. */
  userTokenByPerson: perMinute(60),
  orgTokenByPerson: perMinute(120),
  wrongTokenByAddress: perMinute(60),
  /** Codes of `npm run restore`. There are 32^16, so guessing one is not possible. */
  restoreCodeByAddress: perQuarter(10),
  /** Previews of hosted voices, which the organization pays for. */
  voicePreviewByOrg: perMinute(60),
} as const satisfies Record<string, AttemptLimit>;
export type AttemptLimitName = keyof typeof ATTEMPT_LIMITS;

/** Maximum length of a call note. */
export const NOTE_MAX_CHARACTERS = 10_000;
/** Maximum calls in the live list. */
export const LIVE_CALLS_MAX = 200;

/** How long before a token expires the realtime client requests a new one. */
export const REALTIME_TOKEN_LEEWAY_SECONDS = 2;
/** How long a prewarmed query stays subscribed. */
export const REALTIME_PREWARM_MS = 5_000;
/** Maximum operators in the filter of one realtime query. */
export const REALTIME_QUERY_OPERATORS_MAX = 256;

/** Runs of a tool that are listed, the last ones. */
export const TOOL_RUNS_LISTED = 20;

/** Assistants, squads and workflows that are listed as users of a tool. */
export const TOOL_USES_LISTED = 100;

/** Maximum listed uses of a credential. */
export const CREDENTIAL_USES_LISTED = 100;

/** Seconds of work for a second of speech, above which a natural voice is too slow: its first words come late. */
export const VOICE_SLOW_REAL_TIME_FACTOR = 0.5;

/** The same of a recognizer: at 0.3, the words of a sentence of three seconds come a second late. */
export const RECOGNIZER_SLOW_REAL_TIME_FACTOR = 0.3;

/** The report of a call is sent after this time, with the available part of the analysis. */
export const CALL_REPORT_MAX_WAIT_MS = 60_000;
/** Part of a transcript that an analysis reads, in characters: half from the beginning and half from the end. */
export const ANALYSIS_TRANSCRIPT_MAX_CHARACTERS = 200_000;
/** Part of a transcript that a pattern is searched in, in characters. */
export const PATTERN_TRANSCRIPT_MAX_CHARACTERS = 1_000_000;
/**
 * Maximum of one message, tool call or list of values that is redacted, in characters. A longer one is withheld as a whole. Redacting this much takes
 * up to 0.1 s.
 */
export const REDACTION_MAX_CHARACTERS = 100_000;
/**
 * The limits of patterns on texts of others, in steps: one instruction of a compiled pattern at one character, 2 to 5 ns. Work up to `inPlaceSteps`
 * is done on the main thread, larger work in another thread. Work that needs more than `maxSteps` or `timeoutMs` is not done.
 */
export const FOREIGN_TEXT = { inPlaceSteps: 3_000_000, maxSteps: 100_000_000, timeoutMs: 5_000, threadIdleMs: 60_000 } as const;
/**
 * The limits of the security filter of one call in its call host, in the same steps: for each text, for a burst, and regained per second. Text beyond
 * the limits counts as filtered. A call of ordinary words needs a thousand steps a second.
 */
export const CALL_FILTER_STEPS = { each: 5_000_000, burst: 20_000_000, perSecond: 1_000_000 } as const;
/** Patterns in one JSON Schema. Each is compiled. */
export const SCHEMA_MAX_PATTERNS = 100;
/**
 * Default timeouts of one request to the model of an analysis and of a structured output, and to a model on the organization's own server
 * (`custom-llm`): on two cores, node-llama-cpp read 3,000 tokens with a model of 135 million parameters in 14.5 s (November 2026).
 */
export const ANALYSIS_TIMEOUT_SECONDS = { plan: 5, structuredOutput: 30, ownServer: 60 } as const;
/** Maximum calls of one run of a structured output: by ids (the platform's limit) and by a filter. */
export const OUTPUT_RUN_MAX_CALLS = { ids: 100, filter: 10_000 } as const;

/** Defaults of an assistant's plans: forms show them, calls apply them. */
export const PLAN_DEFAULTS = {
  recordingConsent: { waitSeconds: 3 },
  keypadInput: { timeoutSeconds: 2 },
  voicemail: { beepMaxAwaitSeconds: 30, backoff: { startAtSeconds: 5, frequencySeconds: 5, maxRetries: 6 } },
  carrierVoicemail: { timeoutSeconds: 30, speechEndMs: 1200, types: ["machine_end_beep", "machine_end_silence"] },
  transfer: { dialTimeoutSeconds: 60 },
  chunk: { minCharacters: 30, numberToDigitsCutoff: 2025 },
} as const;
