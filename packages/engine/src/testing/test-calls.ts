import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CALL_EVENT_PAYLOADS,
  type CallEvent,
  type CallEventPayload,
  type CallEventType,
  type CreateAssistant,
  type PartialLine,
  type ToolCall,
} from "@callwright/contract";
import type { CallEnd } from "../call/call-listener.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { ToolOutcome } from "../conversation/agent-tool.ts";
import type { CallHostPool, CallHostPoolOptions } from "../host/call-host-pool.ts";
import { ProcessPool } from "../host/process-pool.ts";
import { NodeCaller } from "./node-caller.ts";

export interface TestCall {
  callId: string;
  caller: NodeCaller;
  recordingPath: string;
  events: CallEvent[];
  /** What was reported while it was spoken. */
  partials: PartialLine[];
  /** Payloads of one type of event. */
  payloads<Type extends CallEventType>(type: Type): CallEventPayload<Type>[];
  /** The assistant's speeches, one entry each. */
  said(): string[];
  end?: CallEnd;
  /** Waits for the call's last word. */
  ended(): Promise<CallEnd>;
}

export interface TestCalls {
  pool: CallHostPool;
  logs: string[];
  /** A caller who hears `listening`. */
  call(assistant: CreateAssistant, spec?: Partial<CallSpec>): Promise<TestCall>;
  /** A place without a caller. */
  place(assistant: CreateAssistant, spec?: Partial<CallSpec>): Promise<TestCall>;
  close(): Promise<void>;
}

/** Calls on a real host process, over real WebRTC, for tests. Start one per test file: a host weighs some 500 MB. */
export async function startTestCalls(
  options: Partial<Pick<CallHostPoolOptions, "maxCallsPerHost" | "maxHosts" | "idleHostMs" | "serverKeys">> & {
    providerUrls?: Record<string, string>;
    act?: (call: ToolCall) => Promise<ToolOutcome>;
  } = {},
): Promise<TestCalls> {
  const folder = await mkdtemp(join(tmpdir(), "callwright-calls-"));
  const calls = new Map<string, TestCall>();
  const logs: string[] = [];
  const pool = new ProcessPool({
    settings: { iceServers: [], providerUrls: options.providerUrls ?? {}, allowPrivateAddresses: true, fakes: true },
    serverKeys: options.serverKeys ?? {},
    maxCallsPerHost: options.maxCallsPerHost ?? 10,
    maxHosts: options.maxHosts ?? 1,
    ...(options.idleHostMs === undefined ? {} : { idleHostMs: options.idleHostMs }),
    log: ({ level, message, detail }) => logs.push([level, message, ...(detail ? [JSON.stringify(detail)] : [])].join(" ")),
    act: async (_callId, { call }) => ({
      outcome: (await options.act?.(call)) ?? { result: "There are no tools.", failed: true },
    }),
    adviseEndpointing: async () => ({ problem: "There is no endpointing server." }),
    onJoined: () => {},
    onEvents: (callId, events) => {
      for (const { type, payload } of events) CALL_EVENT_PAYLOADS[type].parse(payload);
      calls.get(callId)?.events.push(...events);
    },
    onPartial: (callId, lines) => calls.get(callId)?.partials.push(...lines),
    onEnded: (end) => {
      const call = calls.get(end.callId);
      if (call) call.end = end;
    },
  });

  async function place(assistant: CreateAssistant, spec: Partial<CallSpec> = {}): Promise<TestCall> {
    const callId = randomUUID();
    const recordingPath = join(folder, `${callId}.wav`);
    const caller = new NodeCaller();
    const events: CallEvent[] = [];
    const call: TestCall = {
      callId,
      caller,
      recordingPath,
      events,
      partials: [],
      payloads: <Type extends CallEventType>(type: Type) =>
        events.filter((event) => event.type === type).map((event) => event.payload as CallEventPayload<Type>),
      said: () => call.payloads("assistant.said").map(({ text }) => text),
      async ended() {
        await caller.until(() => call.end, "the call has ended");
        if (!call.end) throw new Error("The call has no end.");
        return call.end;
      },
    };
    calls.set(callId, call);
    await pool.start({ callId, orgId: "test", assistant, variableValues: {}, recordingPath, ...spec });
    return call;
  }

  await pool.warm();
  return {
    pool,
    logs,
    place,
    async call(assistant, spec) {
      const call = await place(assistant, spec);
      const { caller } = call;
      await caller.accept((await pool.offer(call.callId, await caller.createOffer())).sdp);
      await caller.until(() => caller.listening, "the pipeline listens");
      return call;
    },
    async close() {
      for (const { caller } of calls.values()) caller.close();
      await pool.close("worker-shutdown");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
