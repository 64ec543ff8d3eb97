/** Screens inside the entry of the rail that shows them as a tab: the path of their route, and their address in the browser. */
const ADDRESSES = Object.entries({
  "/templates": "/assistants/templates",
  "/files": "/knowledge/files",
  "/knowledge-bases": "/knowledge/bases",
  "/sessions": "/chats/sessions",
  "/handset": "/phone-numbers/handset",
  "/structured-outputs": "/reports/structured-outputs",
});

/** What the router looks up for an address. */
export function routePathOf(address: string): string {
  return moved(
    address,
    ADDRESSES.map(([path, own]) => [own, path]),
  );
}

/** What links show and the browser keeps for a path of a route. The path itself is the address of older links. */
export function addressOf(path: string): string {
  return moved(path, ADDRESSES);
}

function moved(path: string, places: [from: string, to: string][]): string {
  const [from, to] = places.find(([each]) => path === each || path.startsWith(`${each}/`)) ?? ["", ""];
  return to + path.slice(from.length);
}
