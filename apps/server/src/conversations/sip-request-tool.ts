import type { SipRequest } from "../calls/hosted-call.ts";
import { describeTool } from "./describe-tool.ts";
import { asObject, chosenParameters, fill, fillHeaders, rendered, WHOLE_BODY } from "./fill-schema.ts";
import { notOnPhone, phoneOf } from "./phone-tools.ts";
import { strictRenderer } from "./render-values.ts";
import { ToolRequestError } from "./request-address.ts";
import { failureSentence } from "./run-request.ts";
import { type OpenTool, oneTool, type ToolOf } from "./tool-source.ts";

type Fields = Record<string, unknown>;
type SipRequestTool = ToolOf<"sipRequest">;

const NO_NOTIFY = "SIP NOTIFY is not sent by this server. Only INFO and MESSAGE are.";
const HEADER_NAME = /^[A-Za-z0-9!%*_+`'~.-]+$/;
/** The dialog or the gateway sets these. */
const SET_HEADERS =
  /^(?:via|v|from|f|to|t|call-id|i|cseq|contact|m|route|record-route|max-forwards|content-length|l|content-encoding|e|(?:proxy-)?authorization|x-callwright-.*)$/i;
const CONTENT_TYPE = /^(?:content-type|c)$/i;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=[\w."+-]+)*$/;
/** Janus cuts a line at 254 bytes, its end included, and all lines at 2,047. */
const HEADER_MAX_BYTES = 252;
const HEADERS_MAX_BYTES = 2_000;
const BODY_MAX_BYTES = 10_000;

/** Sends a request inside the call: INFO or MESSAGE. */
export const openSipRequestTool: OpenTool<"sipRequest"> = (tool, scope) => {
  const { verb } = tool;
  const phone = phoneOf(scope);
  if (!phone) return notOnPhone(tool);
  if (verb === "NOTIFY") return notOnPhone(tool, NO_NOTIFY);
  const parameters = chosenParameters(tool.headers, schemaOf(tool.body));
  const described = describeTool(tool, { parameters, description: `Sends a SIP ${verb} request in this call.` });
  return oneTool(described, async ({ arguments: chosen }, variables) => {
    try {
      const problem = await phone.sendSip({ verb, ...requestOf(tool, chosen, variables, scope.context.now) });
      if (problem !== undefined) return { result: problem, failed: true };
      return { result: `The SIP ${verb} was ${verb === "INFO" ? "sent" : "delivered"}.`, failed: false };
    } catch (cause) {
      return { result: failureSentence(cause), failed: true };
    }
  });
};

const schemaOf = (body: SipRequestTool["body"]) => (typeof body === "string" ? undefined : asObject(body));

/** Texts are templates over the conversation's variables and the arguments. Fails with a `TemplateError` or a `ToolRequestError`. */
function requestOf(
  { headers, body }: SipRequestTool,
  chosen: Fields,
  variables: Fields,
  now: () => Date,
): Omit<SipRequest, "verb"> {
  const render = strictRenderer({ ...variables, ...chosen }, now);
  const all = Object.entries(fillHeaders(headers, chosen, rendered("the headers", render)));
  const type = all.find(([name]) => CONTENT_TYPE.test(name))?.[1];
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw new ToolRequestError(`its Content-Type '${type}' is no media type`);
  const own = all.filter(([name]) => !CONTENT_TYPE.test(name));
  requireSendable(own);
  const [content, usual] = contentOf(body, chosen, render);
  if (Buffer.byteLength(content) > BODY_MAX_BYTES) throw new ToolRequestError(`its body is longer than ${BODY_MAX_BYTES} bytes`);
  return { headers: Object.fromEntries(own), contentType: type ?? usual, body: content };
}

/** A text is sent as it is, anything else as JSON. */
function contentOf(
  body: SipRequestTool["body"],
  chosen: Fields,
  render: ReturnType<typeof strictRenderer>,
): [text: string, type: string] {
  const given = typeof body === "object" && body.type !== "object" ? chosen[WHOLE_BODY] : chosen;
  const value = typeof body === "string" ? render(body, "the body") : (fill(body, given, rendered("the body", render)) ?? "");
  return typeof value === "string" ? [value, "text/plain"] : [JSON.stringify(value), "application/json"];
}

function requireSendable(headers: readonly (readonly [name: string, value: string])[]): void {
  let bytes = 0;
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) throw new ToolRequestError(`'${name}' is no name of a header`);
    if (SET_HEADERS.test(name)) throw new ToolRequestError(`the header ${name} is set by the call itself`);
    const length = Buffer.byteLength(`${name}: ${value}`);
    if (length > HEADER_MAX_BYTES) throw new ToolRequestError(`the header ${name} is longer than ${HEADER_MAX_BYTES} bytes`);
    bytes += length + "\r\n".length;
  }
  if (bytes > HEADERS_MAX_BYTES) throw new ToolRequestError(`its headers are longer than ${HEADERS_MAX_BYTES} bytes`);
}
