import type { UseQueryResult } from "@tanstack/react-query";
import { useShownError } from "../data/use-shown-error.ts";
import { LoadFailed } from "../kit/LoadFailed.tsx";
import { PageSkeleton } from "../kit/PageSkeleton.tsx";

interface QueryStateProps {
  query: Pick<UseQueryResult, "error" | "isPending" | "refetch">;
  /** The sentence about a failure. Default: the reason alone. */
  failed?: (reason: string) => string;
}

/** A placeholder while data is loading, or the reason why it could not be read. Empty while the banner says that the server cannot be reached. */
export function QueryState({ query: { error, isPending, refetch }, failed = (reason) => reason }: QueryStateProps) {
  const failure = useShownError(error);
  if (failure) return <LoadFailed message={failed(failure.message)} onRetry={() => void refetch()} />;
  return isPending && !error ? <PageSkeleton /> : null;
}
