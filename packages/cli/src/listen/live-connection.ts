import type { RealtimePath } from "@callwright/contract";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { z } from "zod";
import type { OrgTokens } from "../access.ts";
import { CliError } from "../cli-error.ts";

export type TerminalConnection = ReturnType<typeof openLiveConnection>;

interface LiveOptions {
  server: string;
  token: OrgTokens;
  /** The server refuses a query or the token: it makes no sense to go on. */
  onRefused: (error: Error) => void;
}

const Refusal = z.object({ data: z.object({ message: z.string() }) });

/** The realtime connection to a server. It reconnects automatically, and its queries continue. */
export function openLiveConnection({ server, token, onRefused }: LiveOptions) {
  const client = new ConvexClient(server, { logger: false, expectAuth: true, authRefreshTokenLeewaySeconds: 2 });
  let last: string | undefined;
  client.setAuth(async ({ forceRefreshToken }) => {
    try {
      last = await token({ rejected: forceRefreshToken ? last : undefined });
      return last;
    } catch (error) {
      // A restarting server is asked again; the client does that only with a token.
      if (last === undefined || error instanceof CliError) onRefused(asError(error));
      return last ?? null;
    }
  });
  return {
    watch(path: RealtimePath, args: Record<string, unknown>, onValue: (value: unknown) => void): void {
      client.onUpdate(makeFunctionReference<"query">(path), args, onValue, (error) => onRefused(refusalOf(error)));
    },
    /** Fails when the connection is lost meanwhile, or the server refuses. */
    act: (path: RealtimePath, args: Record<string, unknown>): Promise<unknown> =>
      client.action(makeFunctionReference<"action">(path), args),
    close: () => client.close(),
  };
}

/** The server's own message. */
export function refusalOf(error: unknown): Error {
  const { data } = Refusal.safeParse(error);
  return data ? new CliError("refused", data.data.message) : asError(error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
