import { ENDED_REASONS, invalid, PLATFORM_VARIABLES, PlatformError } from "@callwright/contract";
import { createTemplateRenderer, type PhoneOpening } from "@callwright/engine/conversation";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { TargetBody } from "../../assistant/resolve-target.ts";
import { createTexter } from "../../telephony/numbers/texter.ts";
import type { IncomingPhoneCall } from "../../telephony/phone-line.ts";
import { withHeaders } from "../../tool/run/agents/transfer-outcome.ts";
import { findNumberServer } from "../../webhook/find-number-server.ts";
import type { CallRow } from "../runtime/lifecycle-store.ts";
import { type AnsweredBy, askAssistant } from "./ask-assistant.ts";
import { openingOfRinging, openingOfUnanswered, openingTo } from "./number-hooks.ts";
import { operatorDialer, type PlaceContext, phoneDetails } from "./phone-call.ts";
import { carrierSettings } from "./phone-leg.ts";
import { startCall } from "./start-call.ts";

/** The agent of a call that no assistant answers. */
const NOBODY: TargetBody = { assistant: { firstMessageMode: "assistant-waits-for-user" } };

/**
 * Somebody calls a number.
 *
 * ```
 *   a hook on call.ringing ─────────────────────────▶ says its text, or passes the call on
 *   the number's assistant, squad or workflow ──────▶ answers
 *   its server names one, or a destination ─────────▶ answers, or passes the call on
 *   without these ── a hook on call.ending, else the fallback destination ──▶ says its text, or passes the call on
 *       └── otherwise the call ends, and is stored with the reason
 * ```
 * Fails with `validation-failed` when nothing of this is set, with `call-host-unavailable` when the server takes no new calls, or as `startCall` does.
 */
export async function answerIncoming(context: PlaceContext, incoming: IncomingPhoneCall): Promise<void> {
  const { orgId, from, to } = incoming;
  // No server is asked about a call that another node takes.
  context.calls.intake.requireOpen();
  const ringing = openingOfRinging(to, from);
  if (ringing) return openWith(context, incoming, ringing);
  const { assistantId, squadId, workflowId } = to;
  const hasTarget = assistantId !== undefined || squadId !== undefined || workflowId !== undefined;
  if (hasTarget) return answerWith(context, incoming, { target: { assistantId, squadId, workflowId } });
  const callId = context.newId();
  const asked = await askAssistant(context, { callId, orgId, from, to });
  const opening = openingOfUnanswered(to, ENDED_REASONS.nobodyAnswers);
  if (asked) await followAnswer(context, incoming, callId, asked.answer).finally(asked.keep);
  else if (opening) await openWith(context, incoming, opening);
  else throw invalid("assistantId, squadId, workflowId or server of the phone number is required: nobody answers it");
}

async function followAnswer(context: PlaceContext, incoming: IncomingPhoneCall, id: string, answer: AnsweredBy): Promise<void> {
  if ("error" in answer)
    return openWith(context, incoming, { say: answer.error, endedReason: ENDED_REASONS.assistantRequestError }, id);
  if ("destination" in answer)
    return openWith(context, incoming, openingTo(answer.destination, ENDED_REASONS.assistantRequestForwarded), id);
  let endedReason: string = ENDED_REASONS.assistantRequestInvalid;
  if ("endedReason" in answer) endedReason = answer.endedReason;
  else {
    try {
      return await answerWith(context, incoming, { target: answer.target, id });
    } catch (error) {
      // An agent that the customer's server named does not work. That this server is full is another failure.
      if (!(error instanceof PlatformError) || error.status >= 500) throw error;
    }
  }
  const opening = openingOfUnanswered(incoming.to, endedReason);
  if (opening) return openWith(context, incoming, opening, id);
  await endUnanswered(context, incoming, id, endedReason);
}

interface Answering {
  target: TargetBody;
  id?: string;
  opening?: PhoneOpening;
}

const openWith = (context: PlaceContext, incoming: IncomingPhoneCall, opening: PhoneOpening, id?: string) =>
  answerWith(context, incoming, {
    target: NOBODY,
    opening: rendered(context, incoming, opening),
    ...(id !== undefined && { id }),
  });

/** Texts of numbers are templates, as are those of assistants. A template that cannot be rendered is spoken unchanged. */
function rendered({ now }: PlaceContext, { from, to }: IncomingPhoneCall, opening: PhoneOpening): PhoneOpening {
  const variableValues = { customer: { number: from }, phoneNumber: { number: to.number } };
  const render = createTemplateRenderer({ variableValues, now });
  const { say, transfer } = opening;
  const briefing = transfer?.briefing && { ...transfer.briefing, text: render(transfer.briefing.text, "transferPlan.message") };
  return {
    ...opening,
    ...(say !== undefined && { say: render(say, "say") }),
    ...(transfer && {
      transfer: { ...transfer, destination: withHeaders(transfer.destination, render), ...(briefing && { briefing }) },
    }),
  };
}

async function answerWith(context: PlaceContext, incoming: IncomingPhoneCall, answering: Answering): Promise<void> {
  const { id, assistant } = await start(context, incoming, answering);
  const { phones } = context.calls;
  phones.follow(id, incoming.leg);
  const { carrierRecording } = carrierSettings(incoming.to, assistant);
  await incoming.answer({ ...phones.mediaOf(id), carrierRecording });
}

/** The caller hears that the line is busy, and the list of calls has the reason. */
async function endUnanswered(context: PlaceContext, incoming: IncomingPhoneCall, id: string, endedReason: string): Promise<void> {
  await start(context, incoming, { target: NOBODY, id });
  await context.calls.end(id, endedReason);
  incoming.leg.hangUp();
}

async function start(
  context: PlaceContext,
  { orgId, from, to, carrierId, headers = {} }: IncomingPhoneCall,
  { target, ...answering }: Answering,
): Promise<CallRow> {
  const customer = { number: from };
  const { row } = await startCall(context, asOrganization(orgId), withVariables(target, variablesOf(headers)), {
    type: "inboundPhoneCall",
    details: phoneDetails(to, customer, carrierId),
    phone: { customer, phoneNumber: { number: to.number } },
    dialOperator: operatorDialer(context.line, to, from),
    phoneServer: await findNumberServer(context, orgId, to.id),
    texter: createTexter(context, to, from),
    ...answering,
  });
  return row;
}

/** Variables that the platform sets, and no caller. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([...PLATFORM_VARIABLES, "phoneNumber"]);
const HEADERS_MAX = 20;
const HEADER_MAX_CHARACTERS = 1_000;

/** Headers of SIP as variables: `X-Booking-Id` is `{{bookingId}}`. The caller writes them. */
export function variablesOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const nameOf = (header: string) =>
    header
      .replace(/^x-/i, "")
      .replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^\w/, (letter) => letter.toLowerCase());
  const variables = Object.entries(headers).map(
    ([header, value]) => [nameOf(header), value.slice(0, HEADER_MAX_CHARACTERS)] as const,
  );
  const isTaken = (name: string) => /^[a-z]\w{0,63}$/.test(name) && !OWN_VARIABLES.has(name);
  return Object.fromEntries(variables.filter(([name]) => isTaken(name)).slice(0, HEADERS_MAX));
}

/** What the target sets itself has priority. */
function withVariables(target: TargetBody, variables: Record<string, string>): TargetBody {
  if (Object.keys(variables).length === 0) return target;
  const { assistantOverrides } = target;
  const variableValues = { ...variables, ...assistantOverrides?.variableValues };
  return { ...target, assistantOverrides: { ...assistantOverrides, variableValues } };
}

/** Telephones and campaigns have no token. Their settings say what they may do. */
export function asOrganization(orgId: string): OrgCaller {
  return { kind: "org", orgId, role: "editor", tag: "private", userId: null, apiToken: null };
}
