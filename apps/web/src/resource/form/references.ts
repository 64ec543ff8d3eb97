/** Resources that other resources refer to by id: their path in the dashboard and their name in the contract. */
const REFERRED = {
  assistant: { path: "assistants", name: "Assistant" },
  squad: { path: "squads", name: "Squad" },
  workflow: { path: "workflows", name: "Workflow" },
  tool: { path: "tools", name: "Tool" },
  file: { path: "files", name: "File" },
  knowledgebase: { path: "knowledge-bases", name: "KnowledgeBase" },
  structuredoutput: { path: "structured-outputs", name: "StructuredOutput" },
  credential: { path: "credentials", name: "Credential" },
  phonenumber: { path: "phone-numbers", name: "PhoneNumber" },
  campaign: { path: "campaigns", name: "Campaign" },
  testsuite: { path: "simulations", name: "TestSuite" },
  session: { path: "sessions", name: "Session" },
  chat: { path: "chats", name: "Chat" },
  call: { path: "calls", name: "Call" },
} as const;

export type Reference = (typeof REFERRED)[keyof typeof REFERRED];
export type ReferredPath = Reference["path"];

/** By path. */
export function referenceTo(path: ReferredPath): Reference {
  const found = Object.values(REFERRED).find((each) => each.path === path);
  if (!found) throw new Error(`Nothing points to ${path}.`);
  return found;
}

/** The resource that an id field refers to, by the end of its name: `assistantId`, `allowedAssistantIds`. Undefined for other fields. */
export function referenceOf(fieldName: string): Reference | undefined {
  const noun = /^(.+)Ids?$/.exec(fieldName)?.[1]?.toLowerCase();
  if (noun === undefined) return undefined;
  return Object.entries(REFERRED).find(([each]) => noun.endsWith(each))?.[1];
}
