import { ACTIONS_WITHOUT_ROUTE, platformRoutes } from "@callwright/contract";
import i18next, { type TFunction } from "i18next";
import { beforeAll, expect, test } from "vitest";
import { enAudit } from "../../messages/en-audit.ts";
import { actionWords, knownActions, plainSentence, sentenceOf } from "./audit-sentence.ts";
import { targetPlace } from "./audit-target.ts";

let t: TFunction;

beforeAll(async () => {
  const resources = { en: { translation: enAudit } };
  t = await i18next
    .createInstance()
    .init({ lng: "en", showSupportNotice: false, resources, interpolation: { escapeValue: false } });
});

/** Routes that are never in the log: reads, and writes of typed or spoken words. */
const UNTOLD = [
  "runAnalytics",
  "previewCall",
  "checkCampaignContacts",
  "estimateSimulationRun",
  "searchFile",
  "searchKnowledgeBase",
  "createChat",
  "createChatResponse",
  "saveAssistantDraft",
  "replaceAssistantDraft",
  "discardAssistantDraft",
  "saveSquadDraft",
  "replaceSquadDraft",
  "discardSquadDraft",
  "saveWorkflowDraft",
  "replaceWorkflowDraft",
  "discardWorkflowDraft",
];

const ACTIONS = Object.entries(platformRoutes)
  .filter(([name, { method, scope }]) => method !== "GET" && (scope === "private" || scope === "user") && !UNTOLD.includes(name))
  .map(([name]) => name)
  .concat(ACTIONS_WITHOUT_ROUTE);

test.each(ACTIONS)("the action %s has a sentence", (action) => {
  expect(actionWords(action, t)).toMatch(/^[A-Z][\w' ]+$/);
  expect(actionWords(action, t)).not.toContain(action);
});

test("every own sentence belongs to a route, or to an action without a route", () => {
  const names = [...Object.keys(platformRoutes), ...ACTIONS_WITHOUT_ROUTE];
  expect(Object.keys(enAudit.audit.own).filter((name) => !names.includes(name))).toEqual([]);
});

test("a sentence has the name of its target at its place, and nothing without a name", () => {
  expect(sentenceOf("updateKnowledgeBase", t)).toEqual({ before: "Changed the knowledge base ", after: "", hasTarget: true });
  expect(plainSentence({ action: "importTwilioPhoneNumber", targetName: "+12025550123" }, t)).toBe(
    "Imported the phone number +12025550123 from Twilio",
  );
  expect(plainSentence({ action: "importTwilioPhoneNumber" }, t)).toBe("Imported the phone number from Twilio");
  expect(plainSentence({ action: "updateOrg", targetName: "Acme" }, t)).toBe("Changed the organization's settings");
});

test("an action of a later version is shown by its name", () => {
  expect(plainSentence({ action: "paintAssistant", targetName: "Riley" }, t)).toBe("paintAssistant Riley");
});

test("the choices say each thing once", () => {
  const labels = knownActions(t).map(({ label }) => label);
  expect(labels).toContain("Uploaded the file");
  expect(new Set(labels).size).toBe(labels.length);
});

test("a target with a page is a link, unless it was deleted", () => {
  const event = { id: "e", orgId: "o", createdAt: "", actor: "user", actorId: "u", actorName: "Ada", targetId: "t" } as const;
  expect(targetPlace({ ...event, action: "updateTestSuite" })).toEqual({ resource: "simulations", id: "t" });
  expect(targetPlace({ ...event, action: "publishAssistantDraft" })).toEqual({ resource: "assistants", id: "t" });
  expect(targetPlace({ ...event, action: "pauseCampaign" })).toEqual({ resource: "campaigns", id: "t" });
  expect(targetPlace({ ...event, action: "deleteCallNote" })).toEqual({ resource: "calls", id: "t" });
  expect(targetPlace({ ...event, action: "deleteTestSuite" })).toBeUndefined();
  expect(targetPlace({ ...event, action: "updateToken" })).toBeUndefined();
  expect(targetPlace({ ...event, action: "removeOrgMember" })).toBeUndefined();
});
