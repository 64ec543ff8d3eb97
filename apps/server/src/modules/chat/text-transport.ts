import { type CreateChat, type Customer, invalid, PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { ofCustomer } from "../call/api/phone-call.ts";
import { phoneNumbers } from "../telephony/numbers/service.ts";
import { requireTexter, type Texter } from "../telephony/numbers/texter.ts";
import type { AcceptedChat, ChatService } from "./chat-service.ts";
import type { ChatContext, ChatRequest } from "./open-session.ts";
import { findChat, findSession } from "./store.ts";

type Transport = NonNullable<CreateChat["transport"]>;

/** A request whose answer may go to a telephone. */
export type TransportRequest = Omit<ChatRequest, "body"> & { body: ChatRequest["body"] & { transport?: Transport | undefined } };

/**
 * Accepts a chat as `ChatService.accept` does. With a transport, the answer is sent as a text message: to the transport's customer in a new session,
 * otherwise to the customer of the continued session. Fails with `validation-failed`; the answer fails as `Texter.send` does.
 */
export async function acceptWithTransport(
  context: ChatContext,
  chats: ChatService,
  { body: { transport, ...body }, ...request }: TransportRequest,
): Promise<AcceptedChat> {
  if (!transport) return chats.accept({ ...request, body });
  const { useLLMGeneratedMessageForOutbound: isWritten = true } = transport;
  if (!isWritten && typeof body.input !== "string")
    throw invalid("input must be a text when transport.useLLMGeneratedMessageForOutbound is false");
  const goesOn = body.sessionId !== undefined || body.previousChatId !== undefined;
  const { phoneNumberId, customer } = goesOn ? await ofSession(context, request.caller, body, transport) : ofTransport(transport);
  const to = customer.number;
  if (to === undefined) throw invalid(goesOn ? "the session has no customer.number" : "transport.customer.number is required");
  const texter = requireTexter(context, await phoneNumbers.get(context, request.caller, phoneNumberId), to);
  await texter.requireAllowed(to);
  const { body: target, person } = ofCustomer(body, customer);
  const begun = goesOn ? body : { ...body, ...target, customer: person, phoneNumberId };
  const chat = await chats.accept({ ...request, body: begun, isAnswer: !isWritten });
  return textingChat(chat, texter, to);
}

/** The same chat, whose answer is sent when it is complete. */
export function textingChat(chat: AcceptedChat, texter: Texter, to: string): AcceptedChat {
  return {
    ...chat,
    async answer(listener) {
      const finished = await chat.answer(listener);
      if (finished.status !== "incomplete" && finished.text.trim() !== "") await texter.send(to, finished.text);
      return finished;
    },
  };
}

function ofTransport({ phoneNumberId, customer }: Transport): { phoneNumberId: string; customer: Customer } {
  if (phoneNumberId === undefined) throw invalid("transport.phoneNumberId is required: the number that writes");
  if (!customer) throw invalid("transport.customer is required: the person who gets the message");
  return { phoneNumberId, customer };
}

async function ofSession(
  { db, secrets }: ChatContext,
  { orgId }: OrgCaller,
  { sessionId, previousChatId }: ChatRequest["body"],
  transport: Transport,
): Promise<{ phoneNumberId: string; customer: Customer }> {
  for (const field of ["phoneNumberId", "customer"] as const)
    if (transport[field] !== undefined) throw invalid(`transport.${field} must be left out: the session has its own`);
  const id = sessionId ?? (await findChat(db, orgId, previousChatId ?? ""))?.sessionId;
  const session = id === undefined ? undefined : await findSession({ db, secrets }, orgId, id);
  if (!session) throw new PlatformError("not-found", { what: sessionId === undefined ? "Chat" : "Session" });
  if (session.phoneNumberId === null) throw invalid("the session has no phoneNumberId: the number that writes");
  return { phoneNumberId: session.phoneNumberId, customer: (session.customer ?? {}) as Customer };
}
