import {
  type Icon,
  IconBooks,
  IconBraces,
  IconFlask,
  IconHash,
  IconKey,
  IconMessage,
  IconRoute,
  IconSpeakerphone,
  IconStack2,
  IconTemplate,
  IconTool,
  IconUsersGroup,
} from "@tabler/icons-react";
import type { Resource, ResourceName, ResourceTextsKey } from "../resource/resource.ts";

/** Groups of the rail, in order; the first has no title. Settings are one entry of the rail and have their own navigation. */
export const RAIL_GROUPS = ["start", "build", "run", "improve", "settings"] as const;
export type RailGroup = (typeof RAIL_GROUPS)[number];

/** A resource as listed in ⌘K and, with a group, in the rail. Its definition is loaded when it is first opened. */
export interface RegisteredResource {
  /** The first segment of its paths. */
  path: string;
  /** The name in the contract's routes. */
  name: ResourceName;
  /** Absent: it is a tab of another entry (`SectionTabs`). */
  group?: RailGroup;
  /** The rail's name of an entry with several screens. Default: its title. */
  section?: "shell.knowledge";
  icon: Icon;
  /** Its group of the message catalog. Default: plain texts with its name in the contract. */
  texts?: ResourceTextsKey;
  load: () => Promise<Resource>;
}

/** Every resource with generated screens, in the order of the rail. */
export const RESOURCES: readonly RegisteredResource[] = [
  {
    path: "squads",
    icon: IconUsersGroup,
    name: "Squad",
    group: "build",
    texts: "squads",
    load: async () => (await import("../features/squads/squad-resource.ts")).squadResource,
  },
  {
    path: "workflows",
    icon: IconRoute,
    name: "Workflow",
    group: "build",
    texts: "workflows",
    load: async () => (await import("../features/workflows/workflow-resource.ts")).workflowResource,
  },
  {
    path: "tools",
    icon: IconTool,
    name: "Tool",
    group: "build",
    texts: "tools",
    load: async () => (await import("../features/tools/tool-resource.tsx")).toolResource,
  },
  {
    path: "files",
    icon: IconBooks,
    name: "File",
    group: "build",
    section: "shell.knowledge",
    texts: "files",
    load: async () => (await import("../features/files/file-resource.ts")).fileResource,
  },
  {
    path: "knowledge-bases",
    icon: IconBooks,
    name: "KnowledgeBase",
    texts: "knowledgeBases",
    load: async () => (await import("../features/knowledge-bases/knowledge-base-resource.ts")).knowledgeBaseResource,
  },
  {
    path: "structured-outputs",
    icon: IconBraces,
    name: "StructuredOutput",
    texts: "structuredOutputs",
    load: async () => (await import("../features/structured-outputs/structured-output-resource.ts")).structuredOutputResource,
  },
  {
    path: "templates",
    icon: IconTemplate,
    name: "Template",
    texts: "templates",
    load: async () => (await import("../features/templates/template-resource.ts")).templateResource,
  },
  {
    path: "chats",
    icon: IconMessage,
    name: "Chat",
    group: "run",
    texts: "chats",
    load: async () => (await import("../features/chats/chat-resource.tsx")).chatResource,
  },
  {
    path: "sessions",
    icon: IconStack2,
    name: "Session",
    texts: "sessions",
    load: async () => (await import("../features/sessions/session-resource.tsx")).sessionResource,
  },
  {
    path: "phone-numbers",
    icon: IconHash,
    name: "PhoneNumber",
    group: "run",
    texts: "phoneNumbers",
    load: async () => (await import("../features/phone-numbers/phone-number-resource.ts")).phoneNumberResource,
  },
  {
    path: "campaigns",
    icon: IconSpeakerphone,
    name: "Campaign",
    group: "run",
    texts: "campaigns",
    load: async () => (await import("../features/campaigns/campaign-resource.tsx")).campaignResource,
  },
  {
    path: "simulations",
    icon: IconFlask,
    name: "TestSuite",
    group: "improve",
    texts: "testSuites",
    load: async () => (await import("../features/simulations/test-suite-resource.tsx")).testSuiteResource,
  },
  {
    path: "credentials",
    icon: IconKey,
    name: "Credential",
    group: "settings",
    texts: "credentials",
    load: async () => (await import("../features/credentials/credential-resource.tsx")).credentialResource,
  },
];

/** The resources of a group. */
export function resourcesOf(group: RailGroup): readonly RegisteredResource[] {
  return RESOURCES.filter((resource) => resource.group === group);
}

/** The resource at a path; undefined for an unknown path. */
export async function findResource(path: string): Promise<Resource | undefined> {
  return RESOURCES.find((each) => each.path === path)?.load();
}
