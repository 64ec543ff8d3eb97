import { ServerUnreachableError } from "@callwright/client";
import { useConnection } from "./services.tsx";

/** The error to show on the page; undefined while the banner says that the server cannot be reached. */
export function useShownError(error: Error | null): Error | undefined {
  const isDown = useConnection() === "down";
  return error === null || (isDown && error instanceof ServerUnreachableError) ? undefined : error;
}
