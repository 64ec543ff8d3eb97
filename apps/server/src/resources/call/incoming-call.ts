import { PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import { followPhoneCall } from "../../phone/follow-phone-call.ts";
import type { IncomingPhoneCall } from "../../phone/phone-line.ts";
import { phoneDetails } from "./phone-call.ts";
import { phoneMedia } from "./phone-media.ts";
import { type StartContext, startCall } from "./start-call.ts";

/** Somebody calls a number: whom it names answers. Fails with `validation-failed` when it names nobody, or as `startCall` does. */
export async function answerIncoming(context: StartContext, incoming: IncomingPhoneCall): Promise<void> {
  const { orgId, from, to, carrierId } = incoming;
  const { assistantId, squadId, workflowId } = to;
  if (assistantId === undefined && squadId === undefined && workflowId === undefined)
    throw new PlatformError(
      "validation-failed",
      {},
      { problems: ["assistantId, squadId or workflowId of the phone number is required: nobody answers it"] },
    );
  const customer = { number: from };
  const { row } = await startCall(
    context,
    asOrganization(orgId),
    { assistantId, squadId, workflowId },
    {
      type: "inboundPhoneCall",
      details: phoneDetails(to, customer, carrierId),
      phone: { customer, phoneNumber: { number: to.number } },
    },
  );
  followPhoneCall(context, row.id, incoming);
  await incoming.answer(phoneMedia(context.calls, row.id));
}

/** A telephone has no token. What it may do is what its number's settings say. */
function asOrganization(orgId: string): OrgCaller {
  return { kind: "org", orgId, role: "editor", tag: "private", userId: null, apiToken: null };
}
