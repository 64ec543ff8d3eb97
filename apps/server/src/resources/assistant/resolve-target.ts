import { type AssistantOverrides, type CreateAssistant, type CreateTool, PlatformError } from "@callwright/contract";
import { DEFAULT_MODEL } from "@callwright/engine/conversation";
import { RUNNABLE_TARGETS, TARGET_KINDS } from "../../capabilities/runnable.ts";
import { addedReferences, requireReferences } from "../../resource-kit/references.ts";
import type { SealedDatabase } from "../../secrets/sealed-headers.ts";
import { UNPUBLISHED } from "./entity.ts";
import { findAssistant } from "./store.ts";

/** How a request names who answers it. */
export interface TargetBody {
  assistantId?: string | undefined;
  assistant?: CreateAssistant | undefined;
  assistantOverrides?: AssistantOverrides | undefined;
  squadId?: string | undefined;
  squad?: object | undefined;
  workflowId?: string | undefined;
  workflow?: object | undefined;
}

/** Who answers a call or a chat. */
export interface Target {
  /** Overrides applied, variables not. */
  assistant: CreateAssistant;
  /** Null for an inline assistant. */
  assistantId: string | null;
  assistantVersion: number | null;
  assistantOverrides: AssistantOverrides | null;
  variableValues: Record<string, unknown>;
}

/**
 * The assistant that a body names, with its own values on top: they replace top-level fields whole, `tools:append` adds to its model's.
 * Fails with `target-missing` (of a chat `chat-target-missing`), `target-not-supported`, `validation-failed` (two targets), `reference-missing`,
 * `not-found` or `assistant-unpublished`.
 */
export async function resolveTarget(
  store: SealedDatabase,
  orgId: string,
  what: "call" | "chat",
  body: TargetBody,
): Promise<Target> {
  const { assistant, assistantId, assistantOverrides = null } = body;
  for (const kind of TARGET_KINDS)
    if (!RUNNABLE_TARGETS.has(kind) && (body[kind] !== undefined || body[`${kind}Id`] !== undefined))
      throw new PlatformError("target-not-supported", { kind, what });
  if (assistant === undefined && assistantId === undefined)
    throw new PlatformError(what === "chat" ? "chat-target-missing" : "target-missing");
  if (assistant !== undefined && assistantId !== undefined)
    throw new PlatformError("validation-failed", {}, { problems: ["assistant must not be given together with assistantId"] });

  await requireReferences(store.db, orgId, addedReferences({ assistant, assistantOverrides }));
  const published = assistantId === undefined ? undefined : await findAssistant(store, orgId, assistantId);
  const base = assistant ?? published?.config;
  if (published?.latestVersion === UNPUBLISHED) throw new PlatformError("assistant-unpublished");
  if (!base) throw new PlatformError("not-found", { what: "Assistant" });
  const { variableValues = {}, "tools:append": tools, ...fields } = assistantOverrides ?? {};
  const overridden: CreateAssistant = { ...base, ...fields };
  return {
    assistant: tools ? withTools(overridden, tools) : overridden,
    assistantId: published?.id ?? null,
    assistantVersion: published?.latestVersion ?? null,
    assistantOverrides,
    variableValues,
  };
}

function withTools(assistant: CreateAssistant, tools: readonly CreateTool[]): CreateAssistant {
  const model = assistant.model ?? DEFAULT_MODEL;
  return { ...assistant, model: { ...model, tools: [...(model.tools ?? []), ...tools] } };
}
