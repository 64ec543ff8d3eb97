/** The live connection, and how an action over it ended. */
export const enRealtime = {
  realtime: {
    live: "Live",
    liveWhat: "Changes by others appear immediately.",
    connecting: "Connecting…",
    connectingWhat: "Changes by others appear when the connection is back.",
    polling: "Not live",
    pollingWhat: "There is no live connection. Running calls update every few seconds; reload a page to see other changes.",
    lost: "The connection was lost. Check whether the action was done before you try again.",
    failed: "The server could not do this. Try again; if it fails again, see the server's log.",
    notConnected: "There is no live connection to the server. Try again when there is one.",
  },
};
