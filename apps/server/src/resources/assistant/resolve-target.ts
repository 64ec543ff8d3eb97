import { type AssistantOverrides, type CreateAssistant, type CreateTool, PlatformError } from "@callwright/contract";
import { DEFAULT_MODEL } from "@callwright/engine/conversation";
import type { SealedDatabase } from "../../sealed-headers.ts";
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
 * Fails with `target-missing` (of a chat `chat-target-missing`), `target-not-supported`, `validation-failed` (two targets) or `not-found`.
 */
export async function resolveTarget(
  store: SealedDatabase,
  orgId: string,
  what: "call" | "chat",
  body: TargetBody,
): Promise<Target> {
  const { assistant, assistantId, assistantOverrides = null } = body;
  if (body.squad !== undefined || body.squadId !== undefined)
    throw new PlatformError("target-not-supported", { kind: "squad", what });
  if (body.workflow !== undefined || body.workflowId !== undefined)
    throw new PlatformError("target-not-supported", { kind: "workflow", what });
  if (assistant === undefined && assistantId === undefined)
    throw new PlatformError(what === "chat" ? "chat-target-missing" : "target-missing");
  if (assistant !== undefined && assistantId !== undefined)
    throw new PlatformError("validation-failed", {}, { problems: ["assistant must not be given together with assistantId"] });

  const published = assistantId === undefined ? undefined : await findAssistant(store, orgId, assistantId);
  const base = assistant ?? published?.config;
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
