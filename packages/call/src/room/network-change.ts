/** What some browsers know of the network, and the DOM library does not. */
interface NetworkInformation extends EventTarget {
  readonly type?: string;
}

/** Calls back when this machine has come into another network, or is in one again. Answers how to stop. */
export function onNetworkChange(callback: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  addEventListener("online", callback, { signal });
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  let type = connection?.type;
  // It also fires for every new speed estimate, which is not another network.
  const compare = () => {
    if (connection?.type === type) return;
    type = connection?.type;
    callback();
  };
  connection?.addEventListener("change", compare, { signal });
  return () => watching.abort();
}
