import { CreateCredential } from "@callwright/contract";

export const TARGET_KINDS = ["assistant", "squad", "workflow"] as const;
/** What can answer a call or a chat on this server. */
export const RUNNABLE_TARGETS: ReadonlySet<string> = new Set(["assistant"]);

/** Credentials that prove to a server of the organization who sends a request. */
export const SIGNING_PROVIDERS: ReadonlySet<string> = new Set(
  CreateCredential.options.flatMap(({ shape }) => ("allowedOrigins" in shape ? [shape.provider.value] : [])),
);

/** Tools whose files the built-in model reads. */
export const KNOWLEDGE_TOOL_TYPES: ReadonlySet<unknown> = new Set(["query", "knowledgeBase"]);
