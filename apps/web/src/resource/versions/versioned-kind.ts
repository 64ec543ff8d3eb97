import type { Client } from "@callwright/client";
import type { Draft, FieldChange, OtherDraft, VersionEntity, VersionPage, Warning } from "@callwright/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

/** A noun with versions and a draft for each user: assistants, squads and workflows. */
export interface VersionedKind {
  /** The first segment of its pages, and the client's group of its routes. */
  path: "assistants" | "squads" | "workflows";
  /** The name in its routes: `Squad` in `getSquadDraft`. */
  name: "Assistant" | "Squad" | "Workflow";
  schema: z.ZodType;
  /** The label of a field at a dotted path; undefined: the path itself is shown. */
  useLabel: () => (path: string, config: object) => string | undefined;
  /** Stores a whole configuration and publishes it. `before`: the live one. */
  replace: (client: Client, id: string, config: object, before: object) => Promise<Published>;
  /** Caches what is published, and reads its lists again. */
  remember: (queryClient: QueryClient, published: Published) => void;
  /** Reads again what is published. */
  reload: (queryClient: QueryClient, id: string) => Promise<void>;
}

/** The fields of a live configuration that drafts and versions read. */
export interface Published {
  id: string;
  /** Undefined at another host. */
  latestVersion?: string | undefined;
  /** Only in the response to a write. */
  warnings?: readonly Warning[] | undefined;
}

/** A version with its configuration. */
export type AnyVersion = VersionEntity & { status?: string | undefined; gateFailure?: string | undefined };

interface OneOptions {
  id: string;
  signal?: AbortSignal;
}

interface VersionCalls<Config extends object> {
  getDraft: (options: OneOptions) => Promise<Draft<Config>>;
  saveDraft: (
    options: OneOptions & { body: { revision: number; changes: FieldChange[]; baseVersion?: string } },
  ) => Promise<Draft<Config>>;
  discardDraft: (options: OneOptions & { query: { revision?: number } }) => Promise<Draft<Config>>;
  publishDraft: (options: OneOptions & { body: object }) => Promise<Published>;
  listOtherDrafts: (options: OneOptions) => Promise<OtherDraft[]>;
  listVersions: (options: OneOptions & { query: { limit: number; pageState?: string } }) => Promise<VersionPage<AnyVersion>>;
}

type Path = VersionedKind["path"];

/** The client's functions for drafts and versions. */
export function versionCalls<Config extends object>(client: Client, path: Path): VersionCalls<Config> {
  return client[path] as unknown as VersionCalls<Config>;
}

export const versionKeys = {
  anyDraft: (path: Path) => [path, "draft"] as const,
  draft: (path: Path, id: string) => [path, "draft", id] as const,
  anyOthersDrafts: (path: Path) => [path, "others-drafts"] as const,
  othersDrafts: (path: Path, id: string) => [path, "others-drafts", id] as const,
  anyVersions: (path: Path) => [path, "versions"] as const,
  versions: (path: Path, id: string) => [path, "versions", id] as const,
};

/**
 * The user's draft. The route's loader fetches it at every visit, and the editor does not fetch it again when it is shown, however late
 * its code arrives. From then on, change notices refetch it.
 */
export function draftQuery<Config extends object>(client: Client, path: Path, id: string) {
  return queryOptions({
    queryKey: versionKeys.draft(path, id),
    queryFn: ({ signal }) => versionCalls<Config>(client, path).getDraft({ id, signal }),
    staleTime: 0,
    refetchOnMount: false,
  });
}

/** Caches the answer to a write of the draft, unless a later one is known. */
export function rememberDraft<Config extends object>(
  queryClient: QueryClient,
  path: Path,
  id: string,
  draft: Draft<Config>,
): void {
  queryClient.setQueryData<Draft<Config>>(versionKeys.draft(path, id), (known) =>
    known && known.revision > draft.revision ? known : draft,
  );
}
