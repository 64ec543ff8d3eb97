import { crc32 } from "node:zlib";
import { anthropicStream, readAnthropicRequest } from "./anthropic-dialect.ts";
import { refusalOfAnthropic } from "./anthropic-rules.ts";
import type { Dialect } from "./dialect.ts";

/**
 * The second version is that of Anthropic's own client 1.1.3, for models since Claude Opus 4.7: https://platform.claude.com/docs/en/api/versioning,
 * 2026-11-29.
 */
const VERSIONS: ReadonlySet<unknown> = new Set(["bedrock-2023-05-31", "2026-10-21"]);

/**
 * Anthropic's models on Amazon Bedrock: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html,
 * its frames: https://smithy.io/2.0/aws/amazon-eventstream.html. Read 2026-11-29.
 */
export const bedrockDialect: Dialect = {
  contentType: "application/vnd.amazon.eventstream",
  basePath: "",
  modelOf({ method, url = "" }) {
    const model = /^\/model\/([^/]+)\/invoke-with-response-stream$/.exec(url)?.[1];
    return method === "POST" && model !== undefined ? decodeURIComponent(model) : undefined;
  },
  keyOf({ headers: { authorization = "" } }) {
    return /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[\w-]+\/bedrock\/aws4_request, /.exec(authorization)?.[1] ?? "";
  },
  stream: (model, usage) =>
    anthropicStream(model, usage, (event) => frame({ bytes: Buffer.from(JSON.stringify(event)).toString("base64") })),
  refusal: () => ({ status: 403, message: "The security token included in the request is invalid." }),
  errorBody: ({ message }) => ({ message }),
  // Model and stream are in the address, version and betas in the body. Bedrock knows fewer fields of tools.
  refusalOf(_request, { anthropic_version, anthropic_beta, ...body }, model) {
    const refuse = (message: string) => ({ status: 400, message });
    if (!VERSIONS.has(anthropic_version)) return refuse("anthropic_version: Field required");
    if (anthropic_beta !== undefined && !Array.isArray(anthropic_beta))
      return refuse("anthropic_beta: Input should be a valid list");
    const extra = ["model", "stream"].find((field) => field in body);
    if (extra !== undefined) return refuse(`${extra}: Extra inputs are not permitted`);
    const tools = (body.tools ?? []) as object[];
    if (tools.some((tool) => "eager_input_streaming" in tool))
      return refuse("tools.0.custom.eager_input_streaming: Extra inputs are not permitted");
    return refusalOfAnthropic(body, model);
  },
  read: readAnthropicRequest,
};

/** One event, with its checksums. */
function frame(payload: object): Uint8Array {
  const headers = Buffer.concat(
    Object.entries({ ":event-type": "chunk", ":content-type": "application/json", ":message-type": "event" }).map(header),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + headers.length + body.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const checked = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([checked, checksum(checked)]);
}

function header([name, value]: [string, string]): Buffer {
  const STRING_TYPE = 7;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([STRING_TYPE]), length, Buffer.from(value)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
