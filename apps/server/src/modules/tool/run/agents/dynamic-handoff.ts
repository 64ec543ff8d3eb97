import {
  type CreateTool,
  HandoffDestination,
  PlatformError,
  readWritten,
  type ServerTarget,
  TransferDestination,
} from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import { z } from "zod";
import { withoutSecrets } from "../../../../platform/secrets/without-secrets.ts";
import { askServer } from "../ask-server.ts";
import { hasAddress, serverOf, targetOf } from "../function-tool.ts";
import { phoneOf } from "../phone-tools.ts";
import { parseReply } from "../read-results.ts";
import { renderHeaders, strictRenderer } from "../render-values.ts";
import { failed, oneTool, type ToolScope, type ToolSource, withoutRun } from "../tool-source.ts";
import { transferOutcome } from "./transfer-outcome.ts";

type RequestType = "handoff-destination-request" | "transfer-destination-request";

/** A server's answer to a request for a destination. With an empty destination, the agent stays. */
const Answer = z.looseObject({
  destination: z.union([HandoffDestination, TransferDestination]).optional(),
  result: z.string().optional(),
  error: z.string().optional(),
  /** Spoken before the handoff. */
  message: z.looseObject({ content: z.string().optional() }).optional(),
});

const NOT_CHOSEN = "The server named no destination.";
const NOT_READ = "The server's answer has no valid destination.";

/** A tool whose server chooses the next agent: the tool's own server, or else the assistant's, or else the organization's. */
export function openDynamicHandoff(
  tool: CreateTool,
  described: AgentTool,
  { type, server: own }: { type: RequestType; server: ServerTarget | undefined },
  scope: ToolScope,
): ToolSource {
  const ofTool = "server" in tool ? tool.server : undefined;
  const server = serverOf(hasAddress(own) ? own : ofTool, scope);
  const { joinTeam } = scope;
  const onPhone = phoneOf(scope) !== undefined;
  if (!server || (!joinTeam && !onPhone))
    return withoutRun({ ...described, action: "unavailable", reason: "The tool has no server that chooses a destination." });
  return oneTool({ ...described, needsHistory: onPhone }, async (call, variables, signal, history = []) => {
    let chosen: z.infer<typeof Answer> | undefined;
    const asked = await askServer(
      scope,
      {
        type,
        target: targetOf(server, scope),
        server,
        build: () => ({
          headers: renderHeaders(server.headers ?? {}, strictRenderer({ ...variables, ...call.arguments }, scope.context.now)),
          fields: { parameters: call.arguments, tool: withoutSecrets(tool) },
        }),
        read: ({ status, text }): ToolOutcome => {
          if (status < 200 || status > 299) return failed(`The server answered with status ${status}.`);
          const written = readWritten(Answer, parseReply(text)?.value);
          if (!written.ok) return failed(NOT_READ);
          chosen = written.value;
          return chosen.error ? failed(chosen.error) : { result: chosen.result ?? "", failed: false };
        },
      },
      signal,
    );
    if (asked.failed) return asked;
    if (!chosen?.destination) return failed(chosen?.result ?? NOT_CHOSEN);
    const { destination } = chosen;
    if (destination.type === "number" || destination.type === "sip") {
      if (!onPhone) return failed("The caller is not on the telephone, and cannot be transferred to one.");
      return transferOutcome({ tool, destination, message: chosen.message?.content, variables, history, scope });
    }
    if (!joinTeam) return failed("There is no other assistant to hand over to.");
    try {
      const handoff = await joinTeam({ destination, call });
      const message = chosen.message?.content;
      const { result } = chosen;
      const way = { ...handoff.way, ...(message && { message }), ...(result && { result }) };
      return { ...asked, handoff: { ...handoff, way } };
    } catch (error) {
      if (error instanceof PlatformError) return failed(error.message);
      throw error;
    }
  });
}
