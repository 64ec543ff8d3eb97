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
];

/** The description at an address; undefined for an address of nothing. */
export async function findResource(path: string): Promise<Resource | undefined> {
  return RESOURCES.find((each) => each.path === path)?.load();
}
