import { analyticsNoun } from "./analytics/analytics-noun.ts";
import { assistantNoun } from "./assistant/assistant-noun.ts";
import { structuredOutputNoun } from "./assistant/structured-output-noun.ts";
import { callNoteNoun } from "./call/call-note-noun.ts";
import { callNoun } from "./call/call-noun.ts";
import { campaignNoun } from "./campaign/campaign-noun.ts";
import { catalogNoun } from "./catalog/catalog-noun.ts";
import { chatNoun } from "./chat/chat-noun.ts";
import { sessionNoun } from "./chat/session-noun.ts";
import { priceNoun } from "./cost/price-noun.ts";
import { credentialNoun } from "./credential/credential-noun.ts";
import { fileNoun } from "./knowledge/file-noun.ts";
import { knowledgeBaseNoun } from "./knowledge/knowledge-base-noun.ts";
import { auditNoun } from "./org/audit-noun.ts";
import { connectionNoun } from "./org/connection-noun.ts";
import { deletedNoun } from "./org/deleted-noun.ts";
import { erasureNoun } from "./org/erasure-noun.ts";
import { invitationNoun } from "./org/invitation-noun.ts";
import { keySetNoun } from "./org/key-set-noun.ts";
import { orgNoun } from "./org/org-noun.ts";
import { serverNoun } from "./org/server-noun.ts";
import { tokenNoun } from "./org/token-noun.ts";
import { packageNoun } from "./package/package-noun.ts";
import { doNotCallNoun } from "./phone/do-not-call-noun.ts";
import { handsetNoun } from "./phone/handset-noun.ts";
import { phoneNumberNoun } from "./phone/phone-number-noun.ts";
import { localModelNoun } from "./provider/local-model-noun.ts";
import { localSpeechNoun } from "./provider/local-speech-noun.ts";
import { providerNoun } from "./provider/provider-noun.ts";
import { providerResourceNoun } from "./provider/provider-resource-noun.ts";
import { voiceLibraryNoun } from "./provider/voice-library-noun.ts";
import { evalNoun } from "./simulation/eval-noun.ts";
import { evalRunNoun } from "./simulation/eval-run-noun.ts";
import { personalityNoun } from "./simulation/personality-noun.ts";
import { scenarioNoun } from "./simulation/scenario-noun.ts";
import { simulationNoun } from "./simulation/simulation-noun.ts";
import { simulationRunNoun } from "./simulation/simulation-run-noun.ts";
import { simulationSuiteNoun } from "./simulation/simulation-suite-noun.ts";
import { suiteTestNoun } from "./simulation/suite-test-noun.ts";
import { testRunNoun } from "./simulation/test-run-noun.ts";
import { testSuiteNoun } from "./simulation/test-suite-noun.ts";
import { squadNoun } from "./squad/squad-noun.ts";
import { templateNoun } from "./template/template-noun.ts";
import { toolNoun } from "./tool/tool-noun.ts";
import { savedViewNoun } from "./view/saved-view-noun.ts";
import { webhookNoun } from "./webhook/webhook-noun.ts";
import { groupOf, methodOf } from "./wire/noun.ts";
import { workflowNoun } from "./workflow/workflow-noun.ts";

// The schemas and routes of all nouns. `platformRoutes` has every `…Routes` of these files.
export * from "./analytics/analytics.ts";
export * from "./analytics/overview.ts";
export * from "./analytics/response-time.ts";
export * from "./assistant/assistant-routes.ts";
export * from "./assistant/structured-output.ts";
export * from "./call/call.ts";
export * from "./call/call-files.ts";
export * from "./call/call-note.ts";
export * from "./call/call-page.ts";
export * from "./call/call-phone.ts";
export * from "./call/output-run.ts";
export * from "./campaign/campaign.ts";
export * from "./campaign/campaign-routes.ts";
export * from "./catalog/catalog-routes.ts";
export * from "./chat/chat.ts";
export * from "./chat/chat-private.ts";
export * from "./chat/session.ts";
export * from "./cost/price.ts";
export * from "./credential/credential.ts";
export * from "./credential/credential-check.ts";
export * from "./credential/credential-session.ts";
export * from "./knowledge/file.ts";
export * from "./knowledge/knowledge-base.ts";
export * from "./org/audit.ts";
export * from "./org/connection.ts";
export * from "./org/deleted.ts";
export * from "./org/erasure.ts";
export * from "./org/invitation.ts";
export * from "./org/key-set.ts";
export * from "./org/org.ts";
export * from "./org/org-admin.ts";
export * from "./org/token.ts";
export * from "./package/package.ts";
export * from "./phone/do-not-call.ts";
export * from "./phone/handset.ts";
export * from "./phone/phone-number.ts";
export * from "./phone/phone-number-setup.ts";
export * from "./provider/local-model.ts";
export * from "./provider/local-speech.ts";
export * from "./provider/provider.ts";
export * from "./provider/provider-resource.ts";
export * from "./provider/voice-library.ts";
export * from "./simulation/eval-routes.ts";
export * from "./simulation/personality.ts";
export * from "./simulation/scenario.ts";
export * from "./simulation/simulation.ts";
export * from "./simulation/simulation-run.ts";
export * from "./simulation/simulation-suite.ts";
export * from "./simulation/suite-test.ts";
export * from "./simulation/test-run.ts";
export * from "./simulation/test-suite.ts";
export * from "./squad/squad.ts";
export * from "./template/template.ts";
export * from "./tool/tool.ts";
export * from "./tool/tool-run.ts";
export * from "./tool/tool-use.ts";
export * from "./view/saved-view.ts";
export * from "./webhook/webhook.ts";
export * from "./workflow/workflow.ts";

/** Every noun, without schemas. */
export const NOUNS = [
  analyticsNoun,
  assistantNoun,
  structuredOutputNoun,
  callNoun,
  callNoteNoun,
  campaignNoun,
  catalogNoun,
  chatNoun,
  sessionNoun,
  priceNoun,
  credentialNoun,
  fileNoun,
  knowledgeBaseNoun,
  auditNoun,
  connectionNoun,
  deletedNoun,
  erasureNoun,
  invitationNoun,
  keySetNoun,
  orgNoun,
  serverNoun,
  tokenNoun,
  packageNoun,
  doNotCallNoun,
  handsetNoun,
  phoneNumberNoun,
  localModelNoun,
  localSpeechNoun,
  providerNoun,
  providerResourceNoun,
  voiceLibraryNoun,
  personalityNoun,
  scenarioNoun,
  simulationRunNoun,
  simulationSuiteNoun,
  simulationNoun,
  evalRunNoun,
  evalNoun,
  squadNoun,
  templateNoun,
  suiteTestNoun,
  testRunNoun,
  testSuiteNoun,
  toolNoun,
  savedViewNoun,
  webhookNoun,
  workflowNoun,
] as const;

type NounOf = (typeof NOUNS)[number];
/** All members of a union at once. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every route's address, by the route's name. */
export const nounAddresses: Together<NounOf["addresses"]> = Object.assign({}, ...NOUNS.map(({ addresses }) => addresses));

export type PlatformRouteName = keyof typeof nounAddresses;

/** How the client calls a route: `assistants.list` for `listAssistants`. */
export function callInClient(name: string): string {
  const noun = NOUNS.find(({ addresses }) => name in addresses);
  return noun ? `${groupOf(noun)}.${methodOf(noun, name)}` : name;
}

/** Whether only a host that runs Callwright has this route. */
export function isLackedByHosts(name: PlatformRouteName): boolean {
  return nounAddresses[name].endsWith(" own");
}

/** The resources of change notices. */
export const CHANGE_RESOURCES: readonly NounOf["changes"][number][] = NOUNS.flatMap<NounOf["changes"][number]>(
  ({ changes }) => changes,
);
export type ChangeResource = (typeof CHANGE_RESOURCES)[number];
