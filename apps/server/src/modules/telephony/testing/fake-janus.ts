import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

interface Asked {
  janus: string;
  transaction: string;
  handle_id?: number;
  body?: { request: string; type?: string; refresh?: boolean };
}

/** A fake Janus that knows handles and registrations, and refuses as many requests as the test sets. */
export async function openFakeJanus() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const handles = new Map<number, "attached" | "master" | "helper">();
  let refreshed = 0;
  const refuse = { attach: 0, register: 0, helper: 0 };
  let socket: WebSocket | undefined;
  let ids = 1;
  const tell = (message: object) => socket?.send(JSON.stringify(message));
  server.on("connection", (opened) => {
    socket = opened;
    opened.on("message", (data) => {
      const { janus, transaction, handle_id: id = 0, body } = JSON.parse(String(data)) as Asked;
      const isHelper = body?.type === "helper";
      const what = janus === "attach" ? "attach" : isHelper ? "helper" : "register";
      if ((janus === "attach" || body) && refuse[what] > 0) {
        refuse[what] -= 1;
        tell({ janus: "error", transaction, error: { code: 499, reason: "not now" } });
      } else if (janus === "create" || janus === "attach") {
        if (janus === "attach") handles.set(++ids, "attached");
        tell({ janus: "success", transaction, data: { id: janus === "attach" ? ids : 1 } });
      } else if (janus === "detach") handles.delete(id);
      else if (body) {
        handles.set(id, isHelper ? "helper" : "master");
        if (body.refresh) refreshed += 1;
        const result = { event: "registered", master_id: id };
        tell({ janus: "event", transaction, sender: id, plugindata: { data: { result } } });
      }
    });
  });
  return {
    handles,
    refuse,
    /** How many registrations were made again on their handle. */
    get refreshed() {
      return refreshed;
    },
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kinds: () => [...handles.values()].sort(),
    /** Janus takes a handle back. */
    takeBack(kind: "master" | "helper") {
      const id = [...handles].find(([, each]) => each === kind)?.[0] ?? 0;
      handles.delete(id);
      tell({ janus: "detached", sender: id });
    },
    close: () => server.close(),
  };
}
