import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { repeatable } from "../wire/query-value.ts";
import { pageOf, resourceRoutes } from "../wire/resource-routes.ts";
import { PublishDraft, versionRoutes } from "../wire/version-routes.ts";
import { Assistant, AssistantDraft, AssistantVersion, CreateAssistant, UpdateAssistant } from "./assistant.ts";
import { assistantNoun } from "./assistant-noun.ts";
import { GateReason, PublishGate, PublishGateState } from "./publish-gate.ts";

const plain = resourceRoutes(assistantNoun, { create: CreateAssistant, update: UpdateAssistant, entity: Assistant });
const versions = versionRoutes(assistantNoun, {
  create: CreateAssistant,
  entity: Assistant,
  draft: AssistantDraft,
  version: AssistantVersion,
});

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
  ...versions,
  publishAssistantDraft: {
    ...versions.publishAssistantDraft,
    /** `gateReason` publishes a draft that the suites of the assistant's gate have not passed. */
    body: z.strictObject({ ...PublishDraft.shape, gateReason: GateReason.optional() }),
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
