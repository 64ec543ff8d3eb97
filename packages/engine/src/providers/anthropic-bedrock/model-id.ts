/** Ids that do not follow from Anthropic's own. https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html. */
const IDS: Readonly<Record<string, string>> = {
  "claude-3-5-sonnet-20241022": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "claude-opus-4-6": "anthropic.claude-opus-4-6-v1",
};
/** Models that Bedrock also serves within Japan and within Australia. Older ones of these regions are served from Asia and the Pacific. */
const WITHIN_COUNTRY = /^claude-(?:sonnet|haiku|opus)-4-[5-9]/;
const COUNTRIES: Readonly<Record<string, string>> = { "ap-northeast-1": "jp", "ap-southeast-2": "au" };

/**
 * The model id of Bedrock for a model of Anthropic: newer models are called by the inference profile of their region's part of the world. An
 * id or ARN of Bedrock itself stays as it is.
 */
export function bedrockModelId(model: string, region: string): string {
  if (model.includes("anthropic.") || model.startsWith("arn:")) return model;
  const id = IDS[model] ?? `anthropic.${model}${/-\d{8}$/.test(model) ? "-v1:0" : ""}`;
  const [continent = ""] = region.split("-");
  const country = WITHIN_COUNTRY.test(model) ? COUNTRIES[region] : undefined;
  return `${country ?? (continent === "ap" ? "apac" : continent)}.${id}`;
}
