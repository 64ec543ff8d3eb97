import type { AuditEvent } from "@callwright/contract";
import { type Thing, whatOf } from "./audit-sentence.ts";

/** The first part of the addresses of things that have a page of their own. */
const PATHS: Partial<Record<Thing, string>> = {
  Assistant: "assistants",
  Call: "calls",
  // The target is the call.
  CallNote: "calls",
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
  SimulationSuite: "simulations",
  TestSuite: "simulations",
  Tool: "tools",
  Workflow: "workflows",
};

/** The address of the changed object's page. Undefined: it has no page, or it was deleted. */
export function targetPlace({ action, targetId }: AuditEvent): { resource: string; id: string } | undefined {
  const { thing, method } = whatOf(action);
  const resource = thing && (method !== "delete" || thing === "CallNote") ? PATHS[thing] : undefined;
  return resource !== undefined && targetId !== undefined ? { resource, id: targetId } : undefined;
}
