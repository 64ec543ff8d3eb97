import type { platformRoutes, Route } from "@callwright/contract";
import type { z } from "zod";

type Mark<Applies extends boolean, Word extends string> = Applies extends true ? ` ${Word}` : "";
type Has<R, Trait> = R extends Trait ? true : false;
type Marks<R extends Route> =
  `${Mark<Has<R["scope"], "none">, "open">}${Mark<Has<R, { events: unknown }>, "events">}${Mark<Has<R, { bodyType: "form" }>, "form">}${Mark<Has<R["response"], z.ZodVoid>, "void">}${R extends { mediaType: infer MediaType extends string } ? ` ${MediaType}` : ""}`;

/**
 * Each route of a table in one line: method, path and, where they apply, these marks in this order.
 * `open`: it is called without a token. `events`: it can answer with a stream of them. `form`: its body is a form. `void`: it answers
 * nothing. A media type: that of its answer, which is not JSON.
 */
export type AddressesOf<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: `${Table[Name]["method"]} ${Table[Name]["path"]}${Marks<Table[Name]>}`;
};

/**
 * What the client needs of each route at run time. The contract's own table holds the schemas, and with them the validator, which
 * would weigh more than the rest of the client; the type makes this one agree with it, letter by letter.
 */
export const routeAddresses: AddressesOf<typeof platformRoutes> = {
  listOrgs: "GET /org",
  createOrg: "POST /org",
  getOrgAuth: "GET /org/{id}/auth",
  getFeatureFlag: "GET /org/feature-flag",
  getOrg: "GET /org/{id}",
  updateOrg: "PATCH /org/{id}",
  deleteOrg: "DELETE /org/{id} void",
  restoreOrg: "POST /org/{id}/restore",
  listOrgUsers: "GET /org/{id}/user",
  inviteUsers: "POST /org/{id}/invite void",
  listInvitations: "GET /org/{id}/invitations/pending",
  withdrawInvitation: "DELETE /org/{id}/invitations/{invitationId}",
  updateUserRole: "PATCH /org/{id}/role void",
  leaveOrg: "DELETE /org/{id}/leave void",
  removeOrgMember: "DELETE /org/{id}/member/{memberId}/leave void",
  getServerStatus: "GET /server-status open",
  createAssistant: "POST /assistant",
  listAssistants: "GET /assistant",
  getAssistant: "GET /assistant/{id}",
  updateAssistant: "PATCH /assistant/{id}",
  replaceAssistant: "PUT /assistant/{id}",
  deleteAssistant: "DELETE /assistant/{id}",
  restoreAssistant: "POST /assistant/{id}/restore",
  getAssistantDraft: "GET /assistant/{id}/draft",
  saveAssistantDraft: "PUT /assistant/{id}/draft",
  discardAssistantDraft: "DELETE /assistant/{id}/draft",
  publishAssistantDraft: "POST /assistant/{id}/publish",
  listAssistantVersions: "GET /assistant/{id}/version",
  listAssistantPages: "GET /v2/assistant",
  runAnalytics: "POST /analytics",
  createWebCall: "POST /call/web",
  listCalls: "GET /call",
  getCall: "GET /call/{id}",
  listCallEvents: "GET /call/{id}/event",
  updateCall: "PATCH /call/{id}",
  endCall: "POST /call/{id}/end",
  deleteCall: "DELETE /call/{id}",
  restoreCall: "POST /call/{id}/restore",
  listCallPage: "GET /v2/call",
  listCallMetadata: "GET /v2/call/metadata",
  exportCalls: "GET /v2/call/export text/csv",
  createCall: "POST /call",
  createPhoneCall: "POST /call/phone",
  createWebChat: "POST /chat/web events",
  createWebChatResponse: "POST /chat/web/responses events",
  createToken: "POST /token",
  listTokens: "GET /token",
  getToken: "GET /token/{id}",
  updateToken: "PATCH /token/{id}",
  deleteToken: "DELETE /token/{id}",
  restoreToken: "POST /token/{id}/restore",
  createCredential: "POST /credential",
  listCredentials: "GET /credential",
  getCredential: "GET /credential/{id}",
  updateCredential: "PATCH /credential/{id}",
  deleteCredential: "DELETE /credential/{id}",
  restoreCredential: "POST /credential/{id}/restore",
  createFile: "POST /file form",
  uploadFile: "POST /file/upload form",
  listFiles: "GET /file",
  getFile: "GET /file/{id}",
  updateFile: "PATCH /file/{id}",
  deleteFile: "DELETE /file/{id}",
  restoreFile: "POST /file/{id}/restore",
  createKnowledgeBase: "POST /knowledge-base",
  listKnowledgeBases: "GET /knowledge-base",
  getKnowledgeBase: "GET /knowledge-base/{id}",
  updateKnowledgeBase: "PATCH /knowledge-base/{id}",
  deleteKnowledgeBase: "DELETE /knowledge-base/{id}",
  restoreKnowledgeBase: "POST /knowledge-base/{id}/restore",
  createSquad: "POST /squad",
  listSquads: "GET /squad",
  getSquad: "GET /squad/{id}",
  updateSquad: "PATCH /squad/{id}",
  deleteSquad: "DELETE /squad/{id}",
  restoreSquad: "POST /squad/{id}/restore",
  createWorkflow: "POST /workflow",
  listWorkflows: "GET /workflow",
  getWorkflow: "GET /workflow/{id}",
  updateWorkflow: "PATCH /workflow/{id}",
  deleteWorkflow: "DELETE /workflow/{id}",
  restoreWorkflow: "POST /workflow/{id}/restore",
  createTool: "POST /tool",
  listTools: "GET /tool",
  getTool: "GET /tool/{id}",
  updateTool: "PATCH /tool/{id}",
  deleteTool: "DELETE /tool/{id}",
  restoreTool: "POST /tool/{id}/restore",
  createStructuredOutput: "POST /structured-output",
  listStructuredOutputs: "GET /structured-output",
  getStructuredOutput: "GET /structured-output/{id}",
  updateStructuredOutput: "PATCH /structured-output/{id}",
  deleteStructuredOutput: "DELETE /structured-output/{id}",
  restoreStructuredOutput: "POST /structured-output/{id}/restore",
  createTemplate: "POST /template",
  listTemplates: "GET /template",
  getTemplate: "GET /template/{id}",
  updateTemplate: "PATCH /template/{id}",
  deleteTemplate: "DELETE /template/{id}",
  restoreTemplate: "POST /template/{id}/restore",
  listPinnedTemplates: "GET /template/pinned",
  createPhoneNumber: "POST /phone-number",
  listPhoneNumbers: "GET /phone-number",
  getPhoneNumber: "GET /phone-number/{id}",
  updatePhoneNumber: "PATCH /phone-number/{id}",
  deletePhoneNumber: "DELETE /phone-number/{id}",
  restorePhoneNumber: "POST /phone-number/{id}/restore",
  importTwilioPhoneNumber: "POST /phone-number/import/twilio",
  importVonagePhoneNumber: "POST /phone-number/import/vonage",
  listPhoneNumberPage: "GET /v2/phone-number",
  createCampaign: "POST /campaign",
  listCampaigns: "GET /campaign",
  getCampaign: "GET /campaign/{id}",
  updateCampaign: "PATCH /campaign/{id}",
  deleteCampaign: "DELETE /campaign/{id}",
  restoreCampaign: "POST /campaign/{id}/restore",
  createTestSuite: "POST /test-suite",
  listTestSuites: "GET /test-suite",
  getTestSuite: "GET /test-suite/{id}",
  updateTestSuite: "PATCH /test-suite/{id}",
  deleteTestSuite: "DELETE /test-suite/{id}",
  restoreTestSuite: "POST /test-suite/{id}/restore",
  listSuiteTests: "GET /test-suite/{id}/test",
  createSuiteTest: "POST /test-suite/{id}/test",
  getSuiteTest: "GET /test-suite/{id}/test/{testId}",
  updateSuiteTest: "PATCH /test-suite/{id}/test/{testId}",
  deleteSuiteTest: "DELETE /test-suite/{id}/test/{testId}",
  restoreSuiteTest: "POST /test-suite/{id}/test/{testId}/restore",
  listTestRuns: "GET /test-suite/{id}/run",
  createTestRun: "POST /test-suite/{id}/run",
  getTestRun: "GET /test-suite/{id}/run/{runId}",
  updateTestRun: "PATCH /test-suite/{id}/run/{runId}",
  deleteTestRun: "DELETE /test-suite/{id}/run/{runId}",
  restoreTestRun: "POST /test-suite/{id}/run/{runId}/restore",
  listChats: "GET /chat",
  createChat: "POST /chat events",
  createChatResponse: "POST /chat/responses events",
  getChat: "GET /chat/{id}",
  deleteChat: "DELETE /chat/{id}",
  restoreChat: "POST /chat/{id}/restore",
  createSession: "POST /session",
  listSessions: "GET /session",
  getSession: "GET /session/{id}",
  updateSession: "PATCH /session/{id}",
  deleteSession: "DELETE /session/{id}",
  restoreSession: "POST /session/{id}/restore",
  getConnection: "GET /connection",
  saveConnection: "PUT /connection",
  deleteConnection: "DELETE /connection",
  createCredentialSession: "POST /credential/session",
  receiveCredentialWebhook: "POST /credential/webhook open void",
  triggerCredentialAction: "POST /credential/trigger void",
  listLibraryVoices: "GET /voice-library/{provider}",
  listVoiceAccents: "GET /voice-library/{provider}/accents",
  syncProviderVoices: "POST /voice-library/sync/{provider}",
  syncVoiceLibrary: "POST /voice-library/sync",
  createSesameVoice: "POST /voice-library/create-sesame-voice void",
  createProviderResource: "POST /provider/{provider}/{resourceName}",
  listProviderResources: "GET /provider/{provider}/{resourceName}",
  getProviderResource: "GET /provider/{provider}/{resourceName}/{id}",
  updateProviderResource: "PATCH /provider/{provider}/{resourceName}/{id}",
  deleteProviderResource: "DELETE /provider/{provider}/{resourceName}/{id}",
  listProviderWorkflows: "GET /{provider}/workflows",
  listProviderWorkflowHooks: "GET /{provider}/workflows/{workflowId}/hooks",
  listProviderLocations: "GET /{provider}/locations",
  searchProviderVoices: "GET /{provider}/voices/search",
  searchProviderVoice: "GET /{provider}/voice/search",
  addProviderVoices: "POST /{provider}/voices/add",
  addProviderVoice: "POST /{provider}/voice/add",
  cloneElevenLabsVoice: "POST /11labs/voice/clone form void",
};

export interface RouteAddress {
  method: string;
  /** With `{name}` parameters. */
  path: string;
  /** Whether a bearer token goes with it. */
  needsToken: boolean;
  hasEvents: boolean;
  /** Whether its body travels as a form, not as JSON. */
  isForm: boolean;
  /** Whether a success has nothing to read. */
  isVoid: boolean;
  /** Of an answer that is not JSON. */
  mediaType: string | undefined;
}

export function parseAddress(address: string): RouteAddress {
  const [method = "", path = "", ...marks] = address.split(" ");
  return {
    method,
    path,
    needsToken: !marks.includes("open"),
    hasEvents: marks.includes("events"),
    isForm: marks.includes("form"),
    isVoid: marks.includes("void"),
    mediaType: marks.find((mark) => mark.includes("/")),
  };
}
