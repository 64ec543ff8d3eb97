import { ServerUnreachableError } from "@callwright/client";
import { useConnection } from "./services.tsx";

/** A failure the page must tell of itself: none while the banner above it says that the server is away. */
export function useShownError(error: Error | null): Error | undefined {
  const isDown = useConnection() === "down";
  return error === null || (isDown && error instanceof ServerUnreachableError) ? undefined : error;
}
