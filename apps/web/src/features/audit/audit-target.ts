import type { AuditEvent } from "@callwright/contract";
import { type Thing, verbAndThing } from "./audit-sentence.ts";

/** The first part of the addresses of things that have a page of their own. */
const PATHS: Partial<Record<Thing, string>> = {
  Assistant: "assistants",
  Call: "calls",
  Campaign: "campaigns",
  Chat: "chats",
  Credential: "credentials",
  File: "files",
  KnowledgeBase: "knowledge-bases",
  PhoneNumber: "phone-numbers",
  Session: "sessions",
  Squad: "squads",
  StructuredOutput: "structured-outputs",
  Template: "templates",
  TestSuite: "test-suites",
  Tool: "tools",
  Workflow: "workflows",
};

/** The targets of routes whose name does not contain them. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  createUnpublishedAssistant: "assistants",
  publishAssistantDraft: "assistants",
  createCall: "calls",
  createPhoneCall: "calls",
  endCall: "calls",
  analyzeCall: "calls",
  storeCallArtifacts: "calls",
  runStructuredOutput: "structured-outputs",
  cancelOutputRun: "structured-outputs",
  controlCall: "calls",
  createCallNote: "calls",
  deleteCallNote: "calls",
  uploadFile: "files",
  connectPhoneNumber: "phone-numbers",
  importTwilioPhoneNumber: "phone-numbers",
  importVonagePhoneNumber: "phone-numbers",
};

/** The address of the changed object's page. Undefined: it has no page, or it was deleted. */
export function targetPlace({ action, targetId }: AuditEvent): { resource: string; id: string } | undefined {
  const derived = verbAndThing(action);
  const resource = OWN_PATHS[action] ?? (derived && derived.verb !== "delete" ? PATHS[derived.thing] : undefined);
  return resource !== undefined && targetId !== undefined ? { resource, id: targetId } : undefined;
}
