import { z } from "zod";
import { FieldChanges } from "../wire/draft-fields.ts";
import { Id } from "../wire/entity.ts";
import { PAGE_MAX } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { repeatable } from "../wire/query-value.ts";
import { pageOf, resourceRoutes } from "../wire/resource-routes.ts";
import { Assistant, AssistantDraft, AssistantVersion, CreateAssistant, OtherDraft, UpdateAssistant } from "./assistant.ts";
import { assistantNoun } from "./assistant-noun.ts";
import { GateReason, PublishGate, PublishGateState } from "./publish-gate.ts";

/** `revision` of the draft that the request was made from. */
const DraftRevision = z.number().int().min(0);

const plain = resourceRoutes(assistantNoun, { create: CreateAssistant, update: UpdateAssistant, entity: Assistant });

export const assistantRoutes = describeRoutes(assistantNoun.addresses, {
  ...plain,
  createUnpublishedAssistant: {
    body: CreateAssistant,
    response: Assistant,
    status: 201,
    summary: "Create an unpublished assistant",
  },
  updateAssistant: { ...plain.updateAssistant, summary: "Update an assistant and publish a version" },
  replaceAssistant: {
    body: CreateAssistant,
    response: Assistant,
    summary: "Replace an assistant and publish a version",
  },
  getAssistantDraft: {
    response: AssistantDraft,
    summary: "Get your draft, or the published assistant if there is none",
  },
  saveAssistantDraft: {
    body: z.strictObject({
      revision: DraftRevision,
      /** If the draft has a later revision, each field must still have its `from` or already have its `to`. */
      changes: FieldChanges,
      /**
       * Version that the changed draft is based on, like `v1`. Default: the published version, or that of the draft; an older one of
       * them counts. For a draft that was discarded and is restored.
       */
      baseVersion: z.string().max(20).optional(),
    }),
    response: AssistantDraft,
    summary: "Change fields of your draft",
  },
  replaceAssistantDraft: {
    /** The draft must still have this revision. */
    body: z.strictObject({ revision: DraftRevision, config: CreateAssistant }),
    response: AssistantDraft,
    summary: "Replace your draft",
  },
  discardAssistantDraft: {
    /** With `revision`, only a draft that still has it is discarded. */
    query: z.object({ revision: z.coerce.number().int().min(0).optional() }),
    response: AssistantDraft,
    summary: "Discard your draft and return the published assistant",
  },
  listOtherDrafts: {
    response: z.array(OtherDraft),
    summary: "List drafts of other members, newest first",
  },
  publishAssistantDraft: {
    /**
     * `force` publishes even if another version was published after the draft was started. With `revision`, only a draft that still has
     * it is published. `gateReason` publishes a draft that the suites of the assistant's gate have not passed.
     */
    body: z.strictObject({
      force: z.boolean().default(false),
      revision: DraftRevision.optional(),
      gateReason: GateReason.optional(),
    }),
    response: Assistant,
    summary: "Publish your draft as the next version",
  },
  getPublishGate: {
    response: PublishGateState,
    summary: "Get the suites that a version must pass before it goes live",
  },
  setPublishGate: {
    body: PublishGate,
    response: PublishGateState,
    summary: "Require suites before a version goes live",
  },
  deletePublishGate: {
    response: PublishGateState,
    summary: "Let versions go live at once",
  },
  listAssistantVersions: {
    query: z.object({
      page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** `nextPageState` of the previous page. `page` is then ignored. */
      pageState: z.string().max(200).optional(),
    }),
    response: z.object({
      results: z.array(AssistantVersion),
      metadata: z.object({ itemsPerPage: z.number(), totalItems: z.number(), currentPage: z.number() }),
      /** Opaque; absent on the last page. */
      nextPageState: z.string().optional(),
    }),
    summary: "List versions, newest first",
  },
});

export const AssistantPageQuery = z.object({
  ...PageQuery.shape,
  /** Limits the list to these ids. */
  idAny: repeatable(Id).optional(),
});
export type AssistantPageQuery = z.infer<typeof AssistantPageQuery>;

export const assistantPageRoutes = describeRoutes(assistantNoun.addresses, {
  listAssistantPages: {
    query: AssistantPageQuery,
    response: pageOf(Assistant),
    summary: "List assistants in pages, newest first",
  },
});
