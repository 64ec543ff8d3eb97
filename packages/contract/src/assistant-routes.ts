import { z } from "zod";
import { Assistant, AssistantDraft, AssistantVersion, CreateAssistant, OtherDraft, UpdateAssistant } from "./assistant.ts";
import { Id } from "./entity.ts";
import { PAGE_MAX } from "./limits.ts";
import { ListQuery, PageQuery, repeated } from "./list-query.ts";
import { pageOf } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";

export const assistantRoutes = defineRoutes({
  createAssistant: {
    method: "POST",
    path: "/assistant",
    scope: "private",
    role: "editor",
    body: CreateAssistant,
    response: Assistant,
    status: 201,
    summary: "Create an assistant",
  },
  listAssistants: {
    method: "GET",
    path: "/assistant",
    scope: "private",
    role: "viewer",
    query: ListQuery,
    response: z.array(Assistant),
    status: 200,
    summary: "List assistants, newest first",
  },
  getAssistant: {
    method: "GET",
    path: "/assistant/{id}",
    scope: "private",
    role: "viewer",
    response: Assistant,
    status: 200,
    summary: "Get an assistant",
  },
  updateAssistant: {
    method: "PATCH",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    body: UpdateAssistant,
    response: Assistant,
    status: 200,
    summary: "Change some fields of an assistant; publishes a version",
  },
  replaceAssistant: {
    method: "PUT",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    body: CreateAssistant,
    response: Assistant,
    status: 200,
    summary: "Replace an assistant; publishes a version",
  },
  deleteAssistant: {
    method: "DELETE",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    response: Assistant,
    status: 200,
    summary: "Delete an assistant; it can be restored for 30 days",
  },
  restoreAssistant: {
    method: "POST",
    path: "/assistant/{id}/restore",
    scope: "private",
    role: "editor",
    response: Assistant,
    status: 200,
    summary: "Bring a deleted assistant back",
  },
  getAssistantDraft: {
    method: "GET",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "viewer",
    response: AssistantDraft,
    status: 200,
    summary: "Get the caller's draft; the published state when there is none",
  },
  saveAssistantDraft: {
    method: "PUT",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "editor",
    body: z.strictObject({ baseVersion: z.string().max(20), config: CreateAssistant }),
    response: AssistantDraft,
    status: 200,
    summary: "Save the caller's draft",
  },
  discardAssistantDraft: {
    method: "DELETE",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "editor",
    response: AssistantDraft,
    status: 200,
    summary: "Throw the caller's draft away; answers the published state",
  },
  listOtherDrafts: {
    method: "GET",
    path: "/assistant/{id}/draft/others",
    scope: "private",
    role: "viewer",
    response: z.array(OtherDraft),
    status: 200,
    summary: "List who else has an unpublished draft, the latest first",
  },
  publishAssistantDraft: {
    method: "POST",
    path: "/assistant/{id}/publish",
    scope: "private",
    role: "editor",
    /** `force` publishes over a version that appeared after the draft was started. */
    body: z.strictObject({ force: z.boolean().default(false) }),
    response: Assistant,
    status: 200,
    summary: "Publish the caller's draft as the next version",
  },
  listAssistantVersions: {
    method: "GET",
    path: "/assistant/{id}/version",
    scope: "private",
    role: "viewer",
    query: z.object({
      page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** `nextPageState` of the page before; `page` is then not looked at. */
      pageState: z.string().max(200).optional(),
    }),
    response: z.object({
      results: z.array(AssistantVersion),
      metadata: z.object({ itemsPerPage: z.number(), totalItems: z.number(), currentPage: z.number() }),
      /** Opaque; absent on the last page. */
      nextPageState: z.string().optional(),
    }),
    status: 200,
    summary: "List published versions, newest first",
  },
});

export const AssistantPageQuery = z.object({
  ...PageQuery.shape,
  /** Only these. */
  idAny: repeated(Id).optional(),
});
export type AssistantPageQuery = z.infer<typeof AssistantPageQuery>;

/** Assistants by pages. */
export const assistantPageRoutes = defineRoutes({
  listAssistantPages: {
    method: "GET",
    path: "/v2/assistant",
    scope: "private",
    role: "viewer",
    query: AssistantPageQuery,
    response: pageOf(Assistant),
    status: 200,
    summary: "List assistants by pages, newest first",
  },
});
