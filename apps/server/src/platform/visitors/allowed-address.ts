import {
  AssistantOverrides,
  CreateAssistant,
  CreateSquad,
  CreateWorkflow,
  PlatformError,
  refusedForVisitors,
  WorkflowOverrides,
} from "@callwright/contract";
import { hasSameOrigin } from "@callwright/engine/conversation";
import type { VisitorTarget } from "./allowed-target.ts";

/** What a visitor can bring along. */
const BROUGHT = {
  assistant: CreateAssistant,
  assistantOverrides: AssistantOverrides,
  squad: CreateSquad,
  squadOverrides: AssistantOverrides,
  workflow: CreateWorkflow,
  workflowOverrides: WorkflowOverrides,
} as const;

/**
 * A visitor must not choose where this server sends requests, with which headers or credentials, or what code it runs: it stands in its
 * operator's network, and acts for its organization. The contract marks these fields. Of models, a visitor may name the address of the server's
 * own `custom-llm`, whose base URL is `ownUrl`. Fails with `token-address-refused`, which names the field.
 */
export function requireAllowedAddress(target: VisitorTarget, ownUrl: string | undefined): void {
  for (const [name, schema] of Object.entries(BROUGHT)) {
    const path = refusedForVisitors(schema, target[name as keyof typeof BROUGHT], (url) => hasSameOrigin(url, ownUrl));
    if (path !== undefined) throw new PlatformError("token-address-refused", { field: `${name}.${path}` });
  }
}
