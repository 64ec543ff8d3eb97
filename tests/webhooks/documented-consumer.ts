import { serve } from "@hono/node-server";
import { Hono } from "hono";

/**
 * A webhook server as in the hosted provider's documentation: https://docs.vapi.ai/server-url/events and https://docs.vapi.ai/tools/custom-tools. It
 * contains nothing of Callwright.
 */

export interface Consumer {
  url: string;
  /** Requests without the right secret. */
  refused: number;
  statuses: { callId: string; status: string; endedReason?: string }[];
  reports: { callId: string; endedReason: string; transcript: string; recordingUrl?: string; firstRole?: string }[];
  booked: { name: string; day: string }[];
  callers: string[];
  close: () => Promise<void>;
}

interface ToolCall {
  id: string;
  name?: string;
  arguments?: { day: string };
  function?: { name: string; arguments: { day: string } | string };
}

export async function startDocumentedConsumer(secret: string): Promise<Consumer> {
  const app = new Hono();
  const seen: Omit<Consumer, "url" | "close"> = { refused: 0, statuses: [], reports: [], booked: [], callers: [] };

  app.post("/webhook", async (c) => {
    if (c.req.header("x-vapi-secret") !== secret) {
      seen.refused += 1;
      return c.json({ error: "Unauthorized" }, 401);
    }
    const { message } = await c.req.json();
    switch (message.type) {
      case "assistant-request":
        seen.callers.push(message.call.customer.number);
        return c.json({
          assistant: { firstMessage: `Hello ${message.customer.number}`, model: { provider: "openai", model: "gpt-4o" } },
        });
      case "tool-calls":
        return c.json({ results: message.toolCallList.map(runTool) });
      case "status-update":
        seen.statuses.push({ callId: message.call.id, status: message.status, endedReason: message.endedReason });
        return c.json({ received: true });
      case "end-of-call-report": {
        const { call, endedReason, artifact } = message;
        const { transcript, recordingUrl, messages } = artifact;
        seen.reports.push({ callId: call.id, endedReason, transcript, recordingUrl, firstRole: messages[0]?.role });
        return c.json({ received: true });
      }
      default:
        return c.json({ received: true });
    }
  });

  /** Both forms of a call are documented. */
  function runTool(call: ToolCall) {
    const name = call.name ?? call.function?.name ?? "";
    const nested = call.function?.arguments;
    const { day } = call.arguments ?? (typeof nested === "string" ? JSON.parse(nested) : nested);
    if (call.function?.name !== name) throw new Error("the two forms of a tool call differ");
    seen.booked.push({ name, day });
    return day === "Sunday"
      ? { toolCallId: call.id, error: "We are closed on Sundays." }
      : { toolCallId: call.id, result: `Booked for ${day}.` };
  }

  const server = await new Promise<ReturnType<typeof serve>>((listening) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => listening(started));
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return Object.assign(seen, {
    url: `http://127.0.0.1:${port}/webhook`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  });
}
