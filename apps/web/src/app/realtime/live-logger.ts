/** Failures of functions, which are shown where they happened. */
const OF_A_FUNCTION = "[CONVEX ";

/**
 * What the client of the realtime backend has to say goes into the browser's console only when nobody would learn of it otherwise: lost
 * connections are in the shell's indicator, failures on the page.
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
