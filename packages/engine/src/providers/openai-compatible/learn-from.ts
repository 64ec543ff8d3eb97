import { APICallError } from "ai";
import { refuseTools, type ServerHabits } from "./server-habits.ts";

/**
 * Ollama: "registry.ollama.ai/library/gemma3:4b does not support tools" (ollama/ollama issue 6027). llama.cpp: "tools param requires --jinja flag",
 * "Unsupported param: tools" (ggml-org/llama.cpp issue 10920). vLLM: "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to
 * be set" (vllm-project/vllm issue 9986). OpenRouter: "No endpoints found that support tool use". Read 2026-11-29.
 */
const TOOLS_REFUSED =
  /not support (?:tools|tool use|tool calling|functions?|function calling)|tools param requires|unsupported param: tools|tool choice requires|no endpoints found that support tool use/i;

/**
 * From the chat templates of Gemma, Mistral and Llama 2 ("Conversation roles must alternate user/assistant/user/assistant/...", "System role not
 * supported", "Only user and assistant roles are supported!") and of Qwen 3.5 ("System message must be at the beginning.", "No user query found in
 * messages."); llama.cpp adds "Cannot have 2 or more assistant messages at the end of the list". Read 2026-11-29.
 */
const ROLES_REFUSED =
  /must alternate|system (?:role|message)|roles are supported|unexpected role|expected last role|no user query|assistant messages at the end|prefill/i;

/** Learns from a refusal. False: the same request would be refused again. */
export function learnFrom(habits: ServerHabits, error: unknown, sendsTools: boolean): boolean {
  if (!APICallError.isInstance(error) || ![400, 422, 500].includes(error.statusCode ?? 0)) return false;
  const says = `${error.message} ${error.responseBody ?? ""}`;
  if (sendsTools && habits.takesTools && TOOLS_REFUSED.test(says)) refuseTools(habits);
  else if (!ROLES_REFUSED.test(says)) return false;
  else if (habits.roles !== "plain") habits.roles = habits.roles === "any" ? "turns" : "plain";
  // Some templates have other rules for requests with tools.
  else if (sendsTools && habits.takesTools) refuseTools(habits);
  else return false;
  habits.refusedAtMs = performance.now();
  return true;
}
