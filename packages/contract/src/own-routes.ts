import type { PlatformRouteName } from "./platform-routes.ts";

/** Routes that only Callwright has, besides the restore routes: see `isLackedByHosts`. */
const OWN_ROUTES: readonly PlatformRouteName[] = [
  "createUnpublishedAssistant",
  "getAssistantDraft",
  "saveAssistantDraft",
  "discardAssistantDraft",
  "listOtherDrafts",
  "publishAssistantDraft",
  "listCallEvents",
  "endCall",
  "analyzeCall",
  "listOutputRuns",
  "cancelOutputRun",
  "listOutputResults",
  "exportOutputResults",
  "controlCall",
  "listCallNotes",
  "createCallNote",
  "deleteCallNote",
  "listWebhookDeliveries",
  "getWebhookDelivery",
  "resendWebhookDelivery",
  "sendWebhookSample",
  "listToolRuns",
  "listToolUses",
  "checkCredential",
  "listLocalModels",
  "listPrices",
  "setPrice",
  "deletePrice",
  "getSpending",
  "listResponseTimes",
  "listCredentialUses",
  "searchFile",
  "searchKnowledgeBase",
  "readWebsites",
  "listLocalSpeech",
  "installLocalSpeech",
  "cancelLocalSpeech",
  "removeLocalSpeech",
  "listHandsetCalls",
  "dialFromHandset",
  "answerOnHandset",
  "refuseOnHandset",
  "hangUpHandset",
];

/** Whether only a host that runs Callwright has this route. */
export function isLackedByHosts(name: PlatformRouteName): boolean {
  return OWN_ROUTES.includes(name) || name.startsWith("restore");
}
