/** Failures of functions, which the screens show. */
const OF_A_FUNCTION = "[CONVEX ";

/**
 * Logs only what no screen shows: lost connections are in the shell's indicator, and failures are on the page.
 */
export const liveLogger = {
  logVerbose: () => {},
  log: () => {},
  warn: () => {},
  error: (...parts: unknown[]) => {
    if (String(parts[0]).startsWith(OF_A_FUNCTION)) return;
    // biome-ignore lint/suspicious/noConsole: this is the logger.
    console.error("Realtime:", ...parts);
  },
};
