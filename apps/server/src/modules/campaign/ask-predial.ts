import type { ServerTarget } from "@callwright/contract";
import { z } from "zod";
import type { ServerContext } from "../../platform/platform.ts";
import type { RequestAttempt } from "../credential/outgoing/retry-request.ts";
import { retryRequest } from "../credential/outgoing/retry-request.ts";
import { messageRequest } from "../tool/run/ask-server.ts";
import { parseReply } from "../tool/run/read-results.ts";
import { storeAskedMessage } from "../webhook/asked-message-store.ts";
import { messageHeaders } from "../webhook/attempt-row.ts";
import type { StoredCampaign } from "./campaign-store.ts";
import type { ContactRow } from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";

const Answer = z.looseObject({ eligible: z.boolean() });
const isGood = (status: number) => status >= 200 && status < 300;

type Context = Pick<ServerContext, "db" | "network" | "newId" | "now" | "secrets"> & { signal: AbortSignal };

/** Asks the campaign's server whether the contact is to be called. Fails with an error that says why there is no answer. */
export async function askPredial(
  context: Context,
  { id: campaignId, orgId, config }: StoredCampaign,
  contact: ContactRow,
): Promise<boolean> {
  const { url } = config.server ?? {};
  if (url === undefined) throw new Error("The campaign has no server to ask.");
  const server: ServerTarget & { url: string } = { ...config.server, url };
  const [id, createdAt] = [context.newId(), context.now()];
  const [own, headers] = [messageHeaders(id, null), server.headers ?? {}];
  const type = "campaign.predial";
  const about = { campaignId, contact: describeContact(contact) };
  const message = { messageId: id, timestamp: createdAt.getTime(), type, ...about };
  const attempts: RequestAttempt[] = [];
  try {
    const request = messageRequest(server, { ...headers, ...own }, { message });
    const answer = await retryRequest(context, orgId, { ...request, onAttempt: (attempt) => attempts.push(attempt) });
    if (!isGood(answer.status)) throw new Error(`The server answered with status ${answer.status}.`);
    return eligibleIn(answer.text);
  } finally {
    const asked = { id, createdAt, type, target: "campaign", url, message, own, headers, attempts } as const;
    if (attempts.length > 0)
      await storeAskedMessage(
        context,
        { orgId, assistantId: config.assistantId ?? null },
        { ...asked, isAnswer: isGood, answeredBy: null },
      );
  }
}

function eligibleIn(text: string): boolean {
  const answer = Answer.safeParse(parseReply(text)?.value);
  if (!answer.success) throw new Error("The answer is not { eligible: boolean }.");
  return answer.data.eligible;
}
