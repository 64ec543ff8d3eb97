import { randomUUID } from "node:crypto";
import type { PlatformErrorCode, PlatformRouteName } from "@callwright/contract";
import {
  complianceOff,
  saturatedAnalytics,
  saturatedOrgs,
  saturatedTwilioImports,
  saturatedVonageImports,
} from "@callwright/contract/testing";
import { FAKE_LOCATION } from "../../apps/server/src/modules/credential/outgoing/connected/testing/fake-services.ts";
import { simulationRun } from "../../apps/server/src/modules/simulation/tables.ts";
import type { TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { SHARED } from "../harness/fake-elevenlabs.ts";
import { type CallOptions, createdId, type Organization, openOrganization, withIds } from "./organization.ts";

/** A valid request with its caller, and its refusal if this server lacks a part. */
export interface ValidRequest {
  options: CallOptions;
  /** Default: the organization of all tests. */
  organization?: Organization;
  refusal?: PlatformErrorCode;
}

interface World {
  server: TestServer;
  organization: Organization;
}

const SCHEDULE = { earliestAt: "2999-01-01T00:00:00Z" };
const NAME = { body: { name: "Another name" } };
const INVITED = { emails: ["ada@example.com"], role: "editor" };
const SCENARIO = { type: "chat", script: "Ask for the opening hours.", scorers: [] };
const file = () => new File(["We open at eight."], "hours.txt");
const recording = () => new File(["RIFF"], "ada.wav", { type: "audio/wav" });

/** Bodies that create something, by the name of the route. */
const CREATE: Partial<Record<PlatformRouteName, (ids: Record<string, string>) => unknown>> = {
  createAssistant: () => ({ name: "Riley", model: { provider: "callwright", model: "builtin" } }),
  createSquad: ({ assistantId }) => ({ members: [{ assistantId }] }),
  createWorkflow: () => ({ name: "Intake", nodes: [], edges: [] }),
  createTool: () => ({ type: "endCall" }),
  createFile: () => ({ file: file() }),
  createKnowledgeBase: () => ({
    provider: "trieve",
    createPlan: { type: "create", chunkPlans: [{ websites: ["https://prices.example"] }] },
  }),
  createStructuredOutput: () => ({ name: "Outcome", schema: { type: "string" } }),
  createTemplate: () => [{ type: "tool", name: "Ending", details: { type: "endCall" } }],
  createPhoneNumber: () => ({ provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" }),
  createCampaign: ({ assistantId, phoneNumberId }) => ({ name: "Spring", assistantId, phoneNumberId, schedulePlan: SCHEDULE }),
  createTestSuite: () => ({ name: "Nightly" }),
  createCredential: () => ({ provider: "openai", apiKey: "sk-test" }),
  createToken: () => ({ name: "Server" }),
  createSession: ({ assistantId }) => ({ assistantId }),
  createChat: ({ assistantId }) => ({ assistantId, input: "Hello" }),
};

/** The route that creates the resources under a path. */
const CREATOR: Record<string, PlatformRouteName> = {
  "/assistant": "createAssistant",
  "/squad": "createSquad",
  "/workflow": "createWorkflow",
  "/tool": "createTool",
  "/file": "createFile",
  "/knowledge-base": "createKnowledgeBase",
  "/structured-output": "createStructuredOutput",
  "/template": "createTemplate",
  "/phone-number": "createPhoneNumber",
  "/campaign": "createCampaign",
  "/test-suite": "createTestSuite",
  "/credential": "createCredential",
  "/token": "createToken",
  "/session": "createSession",
};

type Special = (world: World) => Promise<ValidRequest> | ValidRequest;

const bodyOf = (body: unknown, refusal?: PlatformErrorCode): Special => {
  return ({ organization: { ids } }) => ({ options: { body: withIds(body, ids) }, ...(refusal && { refusal }) });
};

/** Uses an organization that may be deleted. */
const passing = (options: (organization: Organization) => CallOptions): Special => {
  return async ({ server }) => {
    const organization = await openOrganization(server);
    return { organization, options: options(organization) };
  };
};

const ofOrg = (options: CallOptions = {}): Special => passing(({ person }) => ({ id: person.orgId, ...options }));

/** The only member of an organization cannot leave it. */
const ofLastAdmin = (options: (organization: Organization) => CallOptions): Special => {
  return async (world) => ({ ...(await passing(options)(world)), refusal: "last-admin" });
};

const ofSuite = (options: CallOptions = {}): Special => {
  return async ({ organization }) => {
    const id = await createdId(organization, "createTestSuite", { body: {} });
    return { options: { id, ...options } };
  };
};

const ofTest = (options: CallOptions = {}): Special => {
  return async ({ organization }) => {
    const id = await createdId(organization, "createTestSuite", { body: {} });
    return { options: { id, testId: await createdId(organization, "createSuiteTest", { id, body: SCENARIO }), ...options } };
  };
};

const ofTargetedSuite: Special = async ({ organization }) => {
  const { assistantId } = organization.ids;
  const id = await createdId(organization, "createTestSuite", { body: { targetPlan: { assistantId } } });
  await createdId(organization, "createSuiteTest", { id, body: SCENARIO });
  return { options: { id, body: {} } };
};

/** A run that has ended, without a wait. */
const ofRun = (options: CallOptions = {}): Special => {
  return async ({ server, organization }) => {
    const id = await createdId(organization, "createTestSuite", { body: {} });
    const [runId, at] = [randomUUID(), new Date()];
    const times = { createdAt: at, updatedAt: at };
    const target = { assistantVersion: null };
    const state = { testSuiteId: id, status: "completed", tests: [], target, tester: null, isDraft: false };
    await server.context.db
      .insert(simulationRun)
      .values({ id: runId, orgId: organization.person.orgId, ...times, config: { name: "Run" }, state });
    return { options: { id, runId, ...options } };
  };
};

const ofEndedCall = (options: CallOptions = {}): Special => {
  return async ({ organization }) => {
    const { assistantId } = organization.ids;
    const id = await createdId(organization, "createWebCall", { body: { assistantId } });
    await organization.call("endCall", { id });
    return { options: { id, ...options } };
  };
};

const phoneCall: Special = async ({ organization }) => {
  const phoneNumberId = await createdId(organization, "createPhoneNumber", { body: { provider: "simulated" } });
  const { assistantId } = organization.ids;
  return { options: { body: { assistantId, phoneNumberId, customer: { number: "+12025550100" } } } };
};

const ofChat: Special = async ({ organization }) => {
  const { body } = await organization.call<{ id: string }>("createChat", { body: CREATE.createChat?.(organization.ids) });
  return { options: { id: body.id } };
};

const DICTIONARY = { provider: "11labs", resourceName: "pronunciation-dictionary" };
const RULES = [{ stringToReplace: "UN", type: "alias", alias: "United Nations" }];
const NEW_DICTIONARY = { ...DICTIONARY, body: { name: "Words", rules: RULES } };
const ofDictionary = (options: CallOptions = {}): Special => {
  return async ({ organization }) => {
    const id = await createdId(organization, "createProviderResource", NEW_DICTIONARY);
    return { options: { ...DICTIONARY, id, ...options } };
  };
};
const LENT_VOICE = { body: { ownerId: SHARED.public_owner_id, voiceId: SHARED.voice_id, name: "Ada" } };
const WEBHOOK = {
  type: "auth",
  operation: "creation",
  from: "nango",
  connectionId: "connection",
  authMode: "OAUTH2",
  providerConfigKey: "slack",
  provider: "slack",
  environment: "prod",
  success: true,
  endUser: { endUserId: "user", organizationId: "org" },
};

const chatWith = (options: object = {}): Special => {
  return ({ organization: { ids } }) => ({ options: { body: { assistantId: ids.assistantId, input: "Hello", ...options } } });
};

/** Calls that need more than `CREATE`. */
const SPECIAL: Record<string, Special> = {
  "GET /call/{id}": ofEndedCall(),
  "PATCH /call/{id}": ofEndedCall(NAME),
  "POST /call/{id}/analyze": ofEndedCall(),
  "POST /call/{id}/store": ofEndedCall(),
  "DELETE /call/{id}": ofEndedCall({ body: {} }),
  "POST /call/web": ({ organization: { ids } }) => ({ options: { body: { assistantId: ids.assistantId } } }),
  "POST /call": phoneCall,
  "POST /call/phone": phoneCall,
  "POST /chat/responses": chatWith({ stream: false }),
  "GET /chat/{id}": ofChat,
  "DELETE /chat/{id}": ofChat,
  "POST /chat/web": chatWith(),
  "POST /chat/web/responses": chatWith({ stream: false }),
  "POST /phone-number/import/twilio": bodyOf(saturatedTwilioImports[0]),
  "POST /phone-number/import/vonage": bodyOf(saturatedVonageImports[0]),
  "PATCH /tool/{id}": async ({ organization }) => {
    const id = await createdId(organization, "createTool", { body: CREATE.createTool?.(organization.ids) });
    return { options: { id, body: { messages: [] } } };
  },
  "PATCH /phone-number/{id}": async ({ organization }) => {
    const body = CREATE.createPhoneNumber?.(organization.ids);
    return { options: { id: await createdId(organization, "createPhoneNumber", { body }), ...NAME } };
  },
  "POST /file/upload": () => ({ options: { body: { file: file() } } }),
  "PATCH /squad/{id}": async ({ organization }) => {
    const body = CREATE.createSquad?.(organization.ids);
    return { options: { id: await createdId(organization, "createSquad", { body }), body } };
  },
  "PUT /assistant/{id}": async ({ organization }) => {
    const body = CREATE.createAssistant?.(organization.ids);
    return { options: { id: await createdId(organization, "createAssistant", { body }), body } };
  },
  "GET /test-suite/{id}/test": ofSuite(),
  "POST /test-suite/{id}/test": ofSuite({ body: SCENARIO }),
  "GET /test-suite/{id}/test/{testId}": ofTest(),
  "PATCH /test-suite/{id}/test/{testId}": ofTest(NAME),
  "DELETE /test-suite/{id}/test/{testId}": ofTest(),
  "GET /test-suite/{id}/run": ofSuite(),
  "POST /test-suite/{id}/run": ofTargetedSuite,
  "POST /test-suite/{id}/run/{runId}/cancel": ofRun(),
  "GET /test-suite/{id}/run/{runId}": ofRun(),
  "PATCH /test-suite/{id}/run/{runId}": ofRun(NAME),
  "DELETE /test-suite/{id}/run/{runId}": ofRun(),
  "POST /org": () => ({ options: { body: { name: "Another" } } }),
  "GET /org/feature-flag": passing(({ person }) => ({ query: { key: "anything", orgId: person.orgId } })),
  "GET /org/{id}": ofOrg(),
  "PATCH /org/{id}": passing(({ person, ids }) => ({ id: person.orgId, body: withIds(complianceOff(saturatedOrgs[0]), ids) })),
  "DELETE /org/{id}": ofOrg(),
  "GET /org/{id}/user": ofOrg(),
  "GET /org/{id}/auth": ofOrg(),
  "POST /org/{id}/invite": ofOrg({ body: INVITED }),
  "PATCH /org/{id}/role": passing(({ person }) => ({ id: person.orgId, body: { userId: person.userId, role: "admin" } })),
  "DELETE /org/{id}/leave": ofLastAdmin(({ person }) => ({ id: person.orgId })),
  "DELETE /org/{id}/member/{memberId}/leave": ofLastAdmin(({ person }) => ({ id: person.orgId, memberId: person.userId })),
  "POST /analytics": bodyOf(saturatedAnalytics[0]),
  "POST /credential/session": bodyOf({ provider: "slack.oauth2-authorization" }),
  "POST /credential/webhook": bodyOf(WEBHOOK),
  "POST /credential/trigger": bodyOf({
    action_name: "gohighlevel.contact.create",
    input: { email: "anna@example.com", locationId: FAKE_LOCATION },
  }),
  "GET /voice-library/{provider}": () => ({ options: { provider: "callwright" } }),
  "GET /voice-library/{provider}/accents": () => ({ options: { provider: "callwright" } }),
  "POST /voice-library/sync/{provider}": () => ({ options: { provider: "callwright" } }),
  "POST /voice-library/sync": bodyOf({ providers: ["callwright"] }),
  "POST /voice-library/create-sesame-voice": bodyOf({ voiceName: "Ada", transcription: "Hello" }, "not-available"),
  "POST /provider/{provider}/{resourceName}": () => ({ options: NEW_DICTIONARY }),
  "GET /provider/{provider}/{resourceName}": () => ({ options: DICTIONARY }),
  "GET /provider/{provider}/{resourceName}/{id}": ofDictionary(),
  "PATCH /provider/{provider}/{resourceName}/{id}": ofDictionary(NAME),
  "DELETE /provider/{provider}/{resourceName}/{id}": ofDictionary(),
  "GET /{provider}/workflows": () => ({ options: { provider: "make" } }),
  "GET /{provider}/workflows/{id}/hooks": () => ({ options: { provider: "make", workflowId: "1" } }),
  "GET /{provider}/locations": () => ({ options: { provider: "ghl" } }),
  "GET /{provider}/voices/search": () => ({ options: { provider: "11labs", query: { name: "Ada" } } }),
  "GET /{provider}/voice/search": () => ({ options: { provider: "11labs", query: { name: "Ada" } } }),
  "POST /{provider}/voices/add": () => ({ options: { provider: "11labs", ...LENT_VOICE } }),
  "POST /{provider}/voice/add": () => ({ options: { provider: "11labs", ...LENT_VOICE } }),
  "POST /11labs/voice/clone": () => ({ options: { body: { name: "Ada", files: [recording()] } } }),
};

/** Answers a valid request of a route, given as in `THE_CALLS`. */
export async function validRequest(line: string, name: PlatformRouteName, world: World): Promise<ValidRequest> {
  const special = SPECIAL[line];
  if (special) return special(world);
  const { organization } = world;
  const [method, path = ""] = line.split(" ");
  const create = CREATE[name];
  if (create) return { options: { body: create(organization.ids) } };
  if (!path.includes("{")) return { options: {} };
  const creator = CREATOR[`/${path.split("/")[1]}`];
  if (!creator) throw new Error(`nothing is known that ${line} could be sent with`);
  const id = await createdId(organization, creator, { body: CREATE[creator]?.(organization.ids) });
  return { options: { id, ...(method === "PATCH" ? NAME : {}) } };
}
