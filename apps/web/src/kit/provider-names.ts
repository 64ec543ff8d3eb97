/** Names of providers that differ from their id in words. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  "11labs": "ElevenLabs",
  "anthropic-bedrock": "Anthropic on Bedrock",
  "assembly-ai": "AssemblyAI",
  azure: "Azure",
  "azure-openai": "Azure OpenAI",
  "byo-phone-number": "Own SIP trunk",
  "byo-sip-trunk": "SIP trunk",
  "custom-llm": "OpenAI-compatible server",
  "custom-transcriber": "Own transcriber server",
  "custom-voice": "Own voice server",
  "deep-seek": "DeepSeek",
  deepinfra: "DeepInfra",
  gcp: "Google Cloud",
  "ghl.oauth2-authorization": "GoHighLevel (OAuth)",
  gohighlevel: "GoHighLevel",
  "google.calendar.oauth2-authorization": "Google Calendar (OAuth)",
  "google.calendar.oauth2-client": "Google Calendar (OAuth client)",
  "google.sheets.oauth2-authorization": "Google Sheets (OAuth)",
  "inflection-ai": "Inflection AI",
  livekit: "LiveKit",
  lmnt: "LMNT",
  minimax: "MiniMax",
  openai: "OpenAI",
  openrouter: "OpenRouter",
  "perplexity-ai": "Perplexity",
  playht: "PlayHT",
  "rime-ai": "Rime",
  s3: "Amazon S3",
  "s3-compatible": "S3-compatible storage",
  sambanova: "SambaNova",
  "slack.oauth2-authorization": "Slack (OAuth)",
  "smallest-ai": "Smallest.ai",
  "together-ai": "Together AI",
  wellsaid: "WellSaid",
  xai: "xAI",
};

/** The name of a provider; undefined if its id in words is the name. */
export function providerName(provider: string): string | undefined {
  return PROVIDER_NAMES[provider];
}

/** The name of a service whose accounts are connected: `Google Calendar`. */
export function serviceName(provider: string): string {
  return (providerName(provider) ?? provider).replace(/ \(OAuth.*\)$/, "");
}
