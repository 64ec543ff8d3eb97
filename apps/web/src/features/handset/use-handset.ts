import { type CreateCall, HANDSET_NUMBER, HANDSET_NUMBERS } from "@callwright/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { HandsetConnection } from "./handset-connection.ts";
import { handsetKeys, ringingQuery, type SimulatedNumber } from "./handset-queries.ts";

/**
 * ```
 *   idle ── dial, answer ──▶ connecting ── connected ──▶ in-call ── hang up, the call ended ──▶ over ── dial, answer ──▶ …
 *                                └────────── failed ─────────────────────────────────────────▶ idle, with a problem
 * ```
 */
export type HandsetState = { phase: "idle" | "connecting"; callId?: undefined } | { phase: "in-call" | "over"; callId: string };

/** What prevented the call: a refusal of the server, or the microphone. */
export type HandsetProblem = { kind: "microphone" } | { kind: "server"; error: unknown };

/** The calling agent, and the values of its variables. */
export type CallingAgent = Pick<
  CreateCall,
  | ("assistant" | "draftOf" | "assistantId" | "assistantOverrides")
  | ("squad" | "squadId" | "squadOverrides")
  | ("workflow" | "workflowId" | "workflowOverrides")
>;

const IDLE: HandsetState = { phase: "idle" };

/** The telephone of this page: one call at a time. `line`: counted from 1. */
export function useHandset(line: number) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: calls = [] } = useQuery(ringingQuery(client, useIsLive()));
  const own = calls.filter((call) => call.line === line);
  const [state, setState] = useState<HandsetState>(IDLE);
  const [problem, setProblem] = useState<HandsetProblem>();
  const [isMuted, setMuted] = useState(false);
  const connection = useRef<HandsetConnection>(undefined);
  const callId = state.callId;

  const close = useCallback(() => {
    connection.current?.close();
    connection.current = undefined;
  }, []);

  const connect = async (signal: (sdp: string) => Promise<{ callId: string; sdp: string }>) => {
    setProblem(undefined);
    setMuted(false);
    setState({ phase: "connecting" });
    let opened: HandsetConnection;
    try {
      opened = await HandsetConnection.open();
    } catch {
      setProblem({ kind: "microphone" });
      return setState(IDLE);
    }
    try {
      let id = "";
      await opened.connect(async (sdp) => {
        const answer = await signal(sdp);
        id = answer.callId;
        return answer.sdp;
      });
      connection.current = opened;
      setState({ phase: "in-call", callId: id });
      await queryClient.invalidateQueries({ queryKey: handsetKeys.ringing });
    } catch (error) {
      setProblem({ kind: "server", error });
      setState(IDLE);
    }
  };

  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(undefined);
    await act().catch((error: unknown) => setProblem({ kind: "server", error }));
  };

  const hangUp = useCallback(async () => {
    if (callId === undefined) return;
    close();
    setState({ phase: "over", callId });
    await client.handset.hangUp({ id: callId, body: { line } }).catch(() => undefined);
  }, [callId, client, close, line]);

  const held = own.find(({ id, isAnswered }) => id === callId && isAnswered);
  const isOver = useWasHeld(state.phase === "in-call" ? callId : undefined, held !== undefined);
  const hasEnded = useHasEnded(state.phase === "in-call" ? callId : undefined) || isOver;
  useEffect(() => {
    if (!hasEnded || callId === undefined) return;
    close();
    setState({ phase: "over", callId });
  }, [hasEnded, callId, close]);

  // Leaving the page hangs up.
  const leave = useRef(hangUp);
  leave.current = hangUp;
  useEffect(() => () => void (connection.current && leave.current()), []);

  return {
    state,
    problem,
    isMuted,
    ringing: own.filter(({ isAnswered }) => !isAnswered),
    /** The keys that the assistant pressed. */
    keys: held?.keys ?? "",
    dial: (number: SimulatedNumber) =>
      connect((sdp) => client.handset.dialFrom({ body: { phoneNumberId: number.id, sdp, line } })),
    answer: (id: string) => connect((sdp) => client.handset.answerOn({ id, body: { sdp } })),
    refuse: (id: string, why: "busy" | "declined") => attempt(() => client.handset.refuseOn({ id, body: { why } })),
    /** An agent calls the Handset from a number. */
    callMe: ({ id }: SimulatedNumber, agent: CallingAgent) =>
      attempt(() =>
        client.calls.create({
          body: { ...agent, phoneNumberId: id, customer: { number: HANDSET_NUMBERS[line - 1] ?? HANDSET_NUMBER } },
        }),
      ),
    hangUp,
    press: (key: string) => connection.current?.press(key),
    mute: (next: boolean) => {
      connection.current?.setMuted(next);
      setMuted(next);
    },
  };
}

const POLL_MS = 1_500;

/** Did the call leave this telephone? A transferred call continues without the telephone that it came from. */
function useWasHeld(callId: string | undefined, isHeld: boolean): boolean {
  const seen = useRef<string>(undefined);
  if (isHeld) seen.current = callId;
  return callId !== undefined && seen.current === callId && !isHeld;
}

/** Has the other side hung up? */
function useHasEnded(callId: string | undefined): boolean {
  const client = useClient();
  const isLive = useIsLive();
  const { data } = useQuery({
    // Refetched when the call changes, like the page of a call.
    queryKey: ["calls", "one", callId ?? ""],
    queryFn: ({ signal }) => client.calls.get({ id: callId ?? "", signal }),
    enabled: callId !== undefined,
    refetchInterval: isLive ? false : POLL_MS,
  });
  return callId !== undefined && data?.id === callId && data.status === "ended";
}
