import type { Fields } from "@callwright/contract";
import { problemOfHeaders } from "../../../platform/net/sip-headers.ts";
import type { SipRequest } from "../../telephony/phone-media.ts";
import { describeTool } from "./describe-tool.ts";
import { asObject, chosenParameters, fill, fillHeaders, rendered, WHOLE_BODY } from "./fill-schema.ts";
import { notOnPhone, phoneOf } from "./phone-tools.ts";
import { strictRenderer } from "./render-values.ts";
import { ToolRequestError } from "./request-address.ts";
import { failureSentence } from "./run-request.ts";
import { failed, type OpenTool, oneTool, type ToolOf } from "./tool-source.ts";

type SipRequestTool = ToolOf<"sipRequest">;

const NO_NOTIFY = "SIP NOTIFY is not sent by this server. Only INFO and MESSAGE are.";
const CONTENT_TYPE = /^(?:content-type|c)$/i;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=[\w."+-]+)*$/;
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
      if (problem !== undefined) return failed(problem);
      return { result: `The SIP ${verb} was ${verb === "INFO" ? "sent" : "delivered"}.`, failed: false };
    } catch (cause) {
      return failed(failureSentence(cause));
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
  const problem = problemOfHeaders(own);
  if (problem !== undefined) throw new ToolRequestError(problem);
  const [content, usual] = contentOf(body, chosen, render);
  if (Buffer.byteLength(content) > BODY_MAX_BYTES) throw new ToolRequestError(`its body is longer than ${BODY_MAX_BYTES} bytes`);
  return { headers: Object.fromEntries(own), contentType: type ?? usual, body: content };
}

/** A text is sent unchanged, anything else as JSON. */
function contentOf(
  body: SipRequestTool["body"],
  chosen: Fields,
  render: ReturnType<typeof strictRenderer>,
): [text: string, type: string] {
  const given = typeof body === "object" && body.type !== "object" ? chosen[WHOLE_BODY] : chosen;
  const value = typeof body === "string" ? render(body, "the body") : (fill(body, given, rendered("the body", render)) ?? "");
  return typeof value === "string" ? [value, "text/plain"] : [JSON.stringify(value), "application/json"];
}
