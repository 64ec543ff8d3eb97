import { and, isNull, lte, ne, or } from "drizzle-orm";
import { closeAll } from "../../platform/config/close-all.ts";
import { defineModule, provide } from "../../platform/modules/module.ts";
import { call } from "../call/module.ts";
import { incomingTexts, telephony } from "../telephony/module.ts";
import type { PhoneLineListener } from "../telephony/phone-line.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { webhook } from "../webhook/module.ts";
import { sessionMessages } from "../webhook/ports.ts";
import { ChatQueue } from "./chat-queue.ts";
import { createChatService } from "./chat-service.ts";
import { chatRoutes } from "./routes.ts";
import { readSession } from "./session/describe-session.ts";
import { personalSessions } from "./session/personal-sessions.ts";
import { sessionRoutes } from "./session/routes.ts";
import * as tables from "./tables.ts";
import { createTextAnswers } from "./text-answers.ts";

interface ForLowerModules {
  readSession: MessageSources["readSession"];
  takeText: NonNullable<PhoneLineListener["onText"]>;
}

export const chat = defineModule({
  name: "chat",
  needs: { call, telephony, webhook },
  open({ platform, needs }) {
    const { calls } = needs.call;
    const context = { ...platform, line: needs.telephony.line };
    const queue = new ChatQueue({
      openCalls: () => calls.intake.openCalls,
      delayMs: () => Math.max(platform.loopDelay.recentMs, calls.hostLoopDelayMs),
    });
    const chats = createChatService(context, needs.webhook.messages, queue);
    const texts = createTextAnswers(context, chats);
    return {
      service: {
        chats,
        context,
        readSession: (delivery: Parameters<MessageSources["readSession"]>[0]) => readSession(platform, delivery),
        takeText: texts.take,
      },
      drain: texts.drain,
      close: () => closeAll([() => queue.close(), () => chats.close(), () => texts.close()]),
    };
  },
  provides: [
    provide(sessionMessages, ({ readSession: read }: ForLowerModules) => read),
    provide(incomingTexts, ({ takeText }: ForLowerModules) => takeText),
  ],
  routes(app, { platform, needs, service }) {
    const { messages } = needs.webhook;
    chatRoutes(app, service.context, service.chats, messages);
    sessionRoutes(app, platform, messages);
  },
  personal: personalSessions,
  lifetimes: [
    {
      table: tables.session,
      retention: {
        name: "sessions",
        isOver: (until, now) =>
          and(
            lte(tables.session.updatedAt, until),
            or(isNull(tables.session.answeringUntil), lte(tables.session.answeringUntil, now)),
          ),
      },
    },
    { table: tables.chat, retention: { name: "chats", isOver: () => ne(tables.chat.status, "in-progress") } },
  ],
});
