/** How the screens learn of what others do, and what their doing came to. */
export const enRealtime = {
  realtime: {
    live: "Live",
    liveWhat: "What others change is shown at once.",
    connecting: "Connecting…",
    connectingWhat: "What others change is shown as soon as the connection stands again.",
    polling: "Not live",
    pollingWhat:
      "The connection for live updates cannot be made. Running calls are looked at every second or two; reload a page to see what else has changed.",
    lost: "The connection was lost. Nobody can say whether it was done: look before you do it again.",
    failed: "The server could not do this. Try again; if it fails again, its log says more.",
    notConnected: "There is no live connection to the server. Try again when there is one.",
  },
};
