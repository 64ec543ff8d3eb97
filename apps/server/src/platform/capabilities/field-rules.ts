import { CALLING_PROVIDERS, PHONE_NUMBER_PROVIDERS, type UnsupportedField } from "@callwright/contract";

/**
 * The fields that nothing on this server acts on, by resource. Delete a line when its feature works.
 * A path's `*` stands for every entry of a list. The path `*` alone stands for the whole resource.
 */
export interface FieldRule extends UnsupportedField {
  /** Values that turn the field off, besides false, null, an empty text, list or object, and "off". */
  off?: readonly unknown[];
  /** Only texts like these need a missing feature; with other values the field works. */
  like?: RegExp;
  /** Only where the resource names this provider. */
  provider?: string;
  /** The rule does not apply if this is configured. */
  unless?: keyof Abilities;
}

/** Features that depend on the configuration. */
export interface Abilities {
  /** A model that compares meanings. */
  embeddings: boolean;
}

const refused = (reason: string, ...paths: string[]): FieldRule[] => paths.map((path) => ({ path, effect: "refused", reason }));

const ignored = (reason: string, ...paths: string[]): FieldRule[] => paths.map((path) => ({ path, effect: "ignored", reason }));

/** Rules for some values, resources or servers only. */
const where = (limits: Partial<FieldRule>, rules: readonly FieldRule[]): FieldRule[] =>
  rules.map((rule) => ({ ...rule, ...limits }));

const SERVER_PATHS =
  "Only arguments of tools are encrypted. Other messages to this server are not sent, so that nothing leaves in clear.";
const SERVER_ADDRESS = "Requests come from the address of the Callwright server. Allow that address in your firewall.";

/** The fields of assistants and of overrides. Settings of model, voice and transcriber follow the provider registry. */
const ASSISTANT: readonly FieldRule[] = [
  ...refused("A gate is no part of a version. Set it with PUT /assistant/{id}/publish-gate.", "publishGate"),
  ...ignored("References to versions of tools are not read. Name the tools in model.toolIds.", "model.toolRefs"),
  ...where(
    { like: /^customer\.speech\.timeout\[/ },
    ignored(
      "This server does not tell such silences apart, and the hook does not run. Use customer.speech.timeout.",
      "hooks.*.on",
    ),
  ),
  ...ignored(
    "A transcriber is a connection for the whole call. It is opened within 5 s, and again when it breaks.",
    ...["timeoutSeconds", "backoffPlan", "staticIpAddressesEnabled", "encryptedPaths"].map(
      (field) => `transcriber.server.${field}`,
    ),
  ),
  ...ignored(
    "A voice's server is asked once for each phrase.",
    ...["backoffPlan", "staticIpAddressesEnabled", "encryptedPaths"].map((field) => `voice.server.${field}`),
  ),
  ...ignored(SERVER_PATHS, "server.encryptedPaths"),
  ...ignored(SERVER_ADDRESS, "server.staticIpAddressesEnabled"),
  ...ignored(
    "This server captures no packets.",
    "artifactPlan.pcapEnabled",
    "artifactPlan.pcapS3PathPrefix",
    "artifactPlan.pcapUseCustomStorageEnabled",
  ),
  ...ignored("The assistant's own voice asks for consent.", "compliancePlan.recordingConsentPlan.voice"),
  ...where(
    { off: ["assistant-speaks-first"] },
    ignored(
      "Consent is asked for at once, so that nothing is said before it.",
      "compliancePlan.recordingConsentPlan.firstMessageMode",
    ),
  ),
  ...ignored("Scorecards are not stored on this server. Put them into artifactPlan.scorecards.", "artifactPlan.scorecardIds"),
  ...ignored("This server has no outcomes. Use structured outputs.", "analysisPlan.outcomeIds"),
  ...ignored("Only those with the signed listenUrl can listen in to a call.", "monitorPlan.listenAuthenticationEnabled"),
  ...ignored("Controlling a call always needs a token of the organization.", "monitorPlan.controlAuthenticationEnabled"),
  ...ignored("This server has no monitors.", "monitorPlan.monitorIds"),
  ...where(
    { like: /^(?:google|openai)$/ },
    ignored("This server recognizes mailboxes by itself, by their greeting and their beep.", "voicemailDetection.provider"),
  ),
  ...ignored("This server does not remove background noise.", "backgroundSpeechDenoisingPlan"),
  ...ignored(
    "The end-of-turn model of this server and the words choose the wait. An endpointing server can answer any wait.",
    "startSpeakingPlan.smartEndpointingPlan.waitFunction",
  ),
  ...ignored(
    "A call waits half a second for its endpointing server, and asks once.",
    "startSpeakingPlan.smartEndpointingPlan.server.timeoutSeconds",
    "startSpeakingPlan.smartEndpointingPlan.server.backoffPlan",
  ),
];

/** The fields of transfers. */
const DESTINATIONS: readonly FieldRule[] = [
  ...where(
    { like: /^warm-transfer-twiml$/ },
    ignored(
      "This server connects the sound itself, and sends Twilio no TwiML of yours. The transfer is refused, and the assistant says so.",
      "transferPlan.mode",
    ),
  ),
  ...where(
    { like: /^blind-transfer-add-summary-to-sip-header$/ },
    ignored("This server adds no headers to a REFER. The transfer is a blind one.", "transferPlan.mode"),
  ),
  ...where({ like: /^bye$/ }, ignored("This server connects the sound itself, as with 'dial'.", "transferPlan.sipVerb")),
  ...ignored("This server adds no headers to a REFER.", "transferPlan.sipHeadersInReferToEnabled"),
  ...ignored("TwiML of yours is not sent.", "transferPlan.twiml"),
  ...ignored("The operator hears no sound behind the assistant.", "transferPlan.transferAssistant.backgroundSound"),
  ...ignored("This server does not remove background noise.", "transferPlan.transferAssistant.backgroundSpeechDenoisingPlan"),
  ...where(
    { like: /^(?!transferSuccessful$|transferCancel$)/ },
    ignored(
      "A transfer assistant connects the caller, or cancels. It has no other tools here.",
      "transferPlan.transferAssistant.model.tools.*.type",
    ),
  ),
  ...ignored(
    "A transfer assistant connects the caller, or cancels. It has no other tools here.",
    "transferPlan.transferAssistant.model.toolIds",
  ),
];

/** The fields of transfers that no assistant begins. */
const OF_NUMBERS: readonly FieldRule[] = ignored(
  "No assistant has talked to the caller. The operator hears a message.",
  "transferPlan.contextEngineeringPlan",
  "transferPlan.transferAssistant",
);

/** Fields that workflows share with assistants. */
const WORKFLOW_PLANS = new Set([
  ...["analysisPlan", "artifactPlan", "backgroundSpeechDenoisingPlan", "hooks", "keypadInputPlan", "monitorPlan"],
  ...["observabilityPlan", "startSpeakingPlan", "transcriber", "voice", "voicemailDetection", "voicemailMessage"],
]);
const WORKFLOW: readonly FieldRule[] = ASSISTANT.filter(({ path }) => WORKFLOW_PLANS.has(path.split(".")[0] ?? ""));

export const NO_EMBEDDINGS =
  "Passages are found by their words. To compare meanings, the server needs a model for them (EMBEDDINGS_MODEL).";

const KNOWLEDGE_BASE: readonly FieldRule[] = [
  ...where({ like: /^(?:semantic|hybrid)$/, unless: "embeddings" }, ignored(NO_EMBEDDINGS, "searchPlan.searchType")),
  ...ignored(
    "This server splits texts by their headings and sentences.",
    "createPlan.chunkPlans.*.targetSplitsPerChunk",
    "createPlan.chunkPlans.*.splitDelimiters",
    "createPlan.chunkPlans.*.rebalanceChunks",
  ),
  ...where(
    { like: /^import$/ },
    refused(
      "This server imports no data sets of providers. Upload the files, and name them in a plan of type 'create'.",
      "createPlan.type",
    ),
  ),
];

const ORG: readonly FieldRule[] = [
  ...ignored("This server bills nothing.", "subscriptionId"),
  ...ignored("Release channels are of the hosted platform.", "channel"),
  ...ignored(SERVER_PATHS, "server.encryptedPaths"),
  ...ignored(SERVER_ADDRESS, "server.staticIpAddressesEnabled"),
];

const SESSION: readonly FieldRule[] = ignored("It is stored and changes nothing in the chats.", "customerId");

/** The fields of text messages that begin here. */
const CHAT: readonly FieldRule[] = [
  ...refused(
    "This server stores no customers. Put the customer's number into transport.customer.number.",
    "transport.customerId",
  ),
  ...refused("A text message goes to a number. Remove the field.", "transport.customer.extension", "transport.customer.sipUri"),
];

/** The fields of calls that begin here. */
const CALL: readonly FieldRule[] = [
  ...refused("This server stores no customers. Put the customer's number into customer.number.", "customerId"),
  ...refused(
    "A number that is not stored makes this call and takes none. Remove the field, or import the number.",
    ...["assistantId", "squadId", "workflowId", "fallbackDestination", "hooks", "smsEnabled"].map(
      (field) => `phoneNumber.${field}`,
    ),
  ),
  ...refused(
    "A number that is not stored has no server of its own. Set the server of the assistant or of the organization.",
    "phoneNumber.server",
  ),
  ...refused("The published version answers. Remove the field.", "assistantVersion"),
];

const CAMPAIGN_CUSTOMERS = ["customers.*", "dialPlan.*.customers.*"];
const CAMPAIGN: readonly FieldRule[] = [
  ...refused(
    "Campaigns dial no extensions. Remove the field, or call the person with POST /call.",
    ...CAMPAIGN_CUSTOMERS.map((customer) => `${customer}.extension`),
  ),
  ...refused(
    "Campaigns call telephone numbers. Set the customer's number.",
    ...CAMPAIGN_CUSTOMERS.map((customer) => `${customer}.sipUri`),
  ),
];

const PHONE_NUMBER: readonly FieldRule[] = [
  ...PHONE_NUMBER_PROVIDERS.filter((provider) => !CALLING_PROVIDERS.has(provider)).flatMap((provider) =>
    where(
      { provider },
      ignored("This server has no line of this carrier yet. The number is stored, and makes and gets no calls.", "*"),
    ),
  ),
  ...ignored(SERVER_PATHS, "server.encryptedPaths"),
  ...ignored(SERVER_ADDRESS, "server.staticIpAddressesEnabled"),
  ...["fallbackDestination", "hooks.*.do.*.destination"].flatMap((destination) =>
    [...DESTINATIONS, ...OF_NUMBERS].map((rule) => ({ ...rule, path: `${destination}.${rule.path}` })),
  ),
];

/** The fields of SIP trunks. */
const SIP_TRUNK: readonly FieldRule[] = where({ provider: "byo-sip-trunk" }, [
  ...ignored("Gateways are not asked whether they answer.", "gateways.*.optionsPingEnabled"),
  ...ignored("The realm is the one that the trunk asks for.", "outboundAuthenticationPlan.sipRegisterPlan.realm"),
]);

const CREDENTIAL: readonly FieldRule[] = [
  ...SIP_TRUNK,
  ...where({ provider: "cloudflare" }, ignored("Models need the API key, buckets their own access key.", "accountEmail")),
  ...where({ provider: "gcp" }, ignored("Buckets of Google are found by their names.", "region", "bucketPlan.region")),
  ...where(
    { provider: "custom-llm" },
    ignored("This server sends the key. It fetches no tokens for models yet.", "authenticationPlan"),
  ),
  ...where(
    { provider: "anthropic-bedrock" },
    ignored("This server cannot assume roles of AWS. Use access keys (aws-iam).", "authenticationPlan.roleArn"),
  ),
];

/** By the first segment of a route's path. */
export const FIELD_RULES: Readonly<Record<string, readonly FieldRule[]>> = {
  assistant: ASSISTANT,
  org: ORG,
  "knowledge-base": KNOWLEDGE_BASE,
  session: SESSION,
  credential: CREDENTIAL,
  tool: [
    ...DESTINATIONS.map((rule) => ({ ...rule, path: `destinations.*.${rule.path}` })),
    ...ignored("Keys are sent as tones.", "sipInfoDtmfEnabled"),
    ...where({ like: /^NOTIFY$/ }, refused("The SIP gateway (Janus) sends no NOTIFY. Use INFO or MESSAGE.", "verb")),
    ...ignored(SERVER_ADDRESS, "server.staticIpAddressesEnabled"),
  ],
  workflow: WORKFLOW,
  call: CALL,
  chat: CHAT,
  "phone-number": PHONE_NUMBER,
  campaign: CAMPAIGN,
  // Scenarios, personalities, simulations and suites.
  eval: [
    ...ignored(SERVER_ADDRESS, "hooks.*.do.*.server.staticIpAddressesEnabled"),
    ...ignored("A simulated caller uses no tools.", "assistant.model.tools", "assistant.model.toolIds"),
    ...ignored("A simulated caller reads what the agent says.", "assistant.transcriber"),
    ...ignored("A simulated caller speaks with the built-in voice that behavior.voice names.", "assistant.voice"),
  ],
  "test-suite": [
    ...ignored(SERVER_ADDRESS, "hooks.*.do.*.server.staticIpAddressesEnabled"),
    ...ignored("Tests do not call telephones. Runs are refused.", "targetPlan.phoneNumber"),
    ...ignored("A simulated caller uses no tools.", "testerPlan.assistant.model.tools", "testerPlan.assistant.model.toolIds"),
    ...ignored("A simulated caller speaks with the built-in voice.", "testerPlan.assistant.voice"),
  ],
};
