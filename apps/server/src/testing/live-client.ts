import { REALTIME_FUNCTIONS, type RealtimeFunctions, type RealtimePath } from "@callwright/contract";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { z } from "zod";

type ArgsOf<Path extends RealtimePath> = z.input<RealtimeFunctions[Path]["args"]>;
type ResultOf<Path extends RealtimePath> = z.output<RealtimeFunctions[Path]["result"]>;

/** The official client of the realtime backend, signed in or not. */
export interface LiveClient {
  /** All results of a query so far, the newest last; failures as errors. */
  watch<Path extends RealtimePath>(path: Path, args: ArgsOf<Path>): (ResultOf<Path> | Error)[];
  /** Does what a mutation or an action does. */
  run<Path extends RealtimePath>(path: Path, args: ArgsOf<Path>): Promise<ResultOf<Path>>;
  /** Whether the server accepts its tokens, one entry for each result. */
  signedIn: boolean[];
  isConnected(): boolean;
  close(): Promise<void>;
}

/** `token` is called again whenever the server asks for another one; null: signed out. */
export function openLiveClient(url: string, token: () => string | null | Promise<string | null>): LiveClient {
  const client = new ConvexClient(url, { logger: false, authRefreshTokenLeewaySeconds: 2 });
  const signedIn: boolean[] = [];
  client.setAuth(
    async () => token(),
    (isSignedIn) => void signedIn.push(isSignedIn),
  );
  return {
    signedIn,
    watch: <Path extends RealtimePath>(path: Path, args: ArgsOf<Path>) => {
      const answers: (ResultOf<Path> | Error)[] = [];
      client.onUpdate(
        makeFunctionReference<"query">(path),
        args,
        (answer) => void answers.push(answer),
        (error) => void answers.push(error),
      );
      return answers;
    },
    run: (path, args) =>
      REALTIME_FUNCTIONS[path].kind === "mutation"
        ? client.mutation(makeFunctionReference<"mutation">(path), args)
        : client.action(makeFunctionReference<"action">(path), args),
    isConnected: () => client.connectionState().isWebSocketConnected,
    close: () => client.close(),
  };
}
