/** Suggested model names by provider. Other names are valid, because providers add models often. */
export const MODEL_NAMES = {
  openai: [
    ...["gpt-5.2", "gpt-5.1", "gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "gpt-4o"],
    ...["gpt-4o-mini", "o3", "o3-mini", "o4-mini", "gpt-realtime-2025-08-28", "gpt-4-turbo", "gpt-4", "gpt-3.5-turbo"],
  ],
  anthropic: [
    ...["claude-opus-4-6", "claude-opus-4-5-20251101", "claude-opus-4-20250514", "claude-sonnet-4-6"],
    ...["claude-sonnet-4-5-20250929", "claude-sonnet-4-20250514", "claude-haiku-4-5-20251001", "claude-3-7-sonnet-20250219"],
    ...["claude-3-5-sonnet-20241022", "claude-3-5-haiku-20241022", "claude-3-opus-20240229"],
  ],
  google: [
    ...["gemini-3-flash-preview", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-2.0-flash"],
    ...["gemini-2.0-flash-lite", "gemini-2.0-flash-realtime-exp", "gemini-1.5-flash", "gemini-1.5-pro"],
  ],
  groq: [
    ...["openai/gpt-oss-20b", "openai/gpt-oss-120b", "llama-3.3-70b-versatile", "llama-3.1-8b-instant", "gemma2-9b-it"],
    ...["meta-llama/llama-4-maverick-17b-128e-instruct", "meta-llama/llama-4-scout-17b-16e-instruct", "compound-beta"],
  ],
  cerebras: ["llama3.1-8b", "llama-3.3-70b"],
  "deep-seek": ["deepseek-chat", "deepseek-reasoner"],
  "inflection-ai": ["inflection_3_pi"],
  minimax: ["MiniMax-M2.7"],
  xai: ["grok-beta", "grok-2", "grok-3"],
} as const;
