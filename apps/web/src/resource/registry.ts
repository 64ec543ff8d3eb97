import type { Resource, ResourceName, ResourceTextsKey } from "./resource.ts";

/** Groups of the rail, in its order. */
export const RAIL_GROUPS = ["build", "run", "improve", "settings"] as const;
export type RailGroup = (typeof RAIL_GROUPS)[number];

/** A kind of thing that has its place in the rail and in ⌘K. What it is made of is loaded when it is first opened. */
export interface RegisteredResource {
  /** The first part of its addresses. */
  path: string;
  /** In the routes of the contract. */
  name: ResourceName;
  group: RailGroup;
  texts: ResourceTextsKey;
  load: () => Promise<Resource>;
}

/** Every kind of thing whose screens are generated, in the order of the rail. */
export const RESOURCES: readonly RegisteredResource[] = [
  {
    path: "squads",
    name: "Squad",
    group: "build",
    texts: "squads",
    load: async () => (await import("../features/squads/squad-resource.ts")).squadResource,
  },
  {
    path: "workflows",
    name: "Workflow",
    group: "build",
    texts: "workflows",
    load: async () => (await import("../features/workflows/workflow-resource.ts")).workflowResource,
  },
  {
    path: "tools",
    name: "Tool",
    group: "build",
    texts: "tools",
    load: async () => (await import("../features/tools/tool-resource.ts")).toolResource,
  },
  {
    path: "files",
    name: "File",
    group: "build",
    texts: "files",
    load: async () => (await import("../features/files/file-resource.ts")).fileResource,
  },
  {
    path: "knowledge-bases",
    name: "KnowledgeBase",
    group: "build",
    texts: "knowledgeBases",
    load: async () => (await import("../features/knowledge-bases/knowledge-base-resource.ts")).knowledgeBaseResource,
  },
  {
    path: "structured-outputs",
    name: "StructuredOutput",
    group: "build",
    texts: "structuredOutputs",
    load: async () => (await import("../features/structured-outputs/structured-output-resource.ts")).structuredOutputResource,
  },
  {
    path: "templates",
    name: "Template",
    group: "build",
    texts: "templates",
    load: async () => (await import("../features/templates/template-resource.ts")).templateResource,
  },
  {
    path: "chats",
    name: "Chat",
    group: "run",
    texts: "chats",
    load: async () => (await import("../features/chats/chat-resource.ts")).chatResource,
  },
  {
    path: "sessions",
    name: "Session",
    group: "run",
    texts: "sessions",
    load: async () => (await import("../features/sessions/session-resource.ts")).sessionResource,
  },
  {
    path: "phone-numbers",
    name: "PhoneNumber",
    group: "run",
    texts: "phoneNumbers",
    load: async () => (await import("../features/phone-numbers/phone-number-resource.ts")).phoneNumberResource,
  },
  {
    path: "campaigns",
    name: "Campaign",
    group: "run",
    texts: "campaigns",
    load: async () => (await import("../features/campaigns/campaign-resource.ts")).campaignResource,
  },
  {
    path: "test-suites",
    name: "TestSuite",
    group: "improve",
    texts: "testSuites",
    load: async () => (await import("../features/test-suites/test-suite-resource.ts")).testSuiteResource,
  },
  {
    path: "credentials",
    name: "Credential",
    group: "settings",
    texts: "credentials",
    load: async () => (await import("../features/credentials/credential-resource.ts")).credentialResource,
  },
];

/** The description at an address; undefined for an address of nothing. */
export async function findResource(path: string): Promise<Resource | undefined> {
  return RESOURCES.find((each) => each.path === path)?.load();
}
