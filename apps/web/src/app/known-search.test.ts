import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import type { Services } from "../data/services.tsx";
import { createAppRouter } from "./routes.tsx";

/** The search parameters that the pages read from an address. */
function searchOf(address: string): object {
  const router = createAppRouter({ queryClient: new QueryClient() } as Services);
  const { location } = createMemoryHistory({ initialEntries: [address] });
  return router.matchRoutes(router.parseLocation(location)).at(-1)?.search ?? {};
}

test.each([
  ["/assistants?q=Riley&sort=name", { q: "Riley", sort: "name" }],
  ["/assistants?q=42", { q: "42" }],
  ["/assistants?q=&selected=1&x=1", {}],
  ["/assistants/1?tab=json&talk=call-1", { tab: "json", talk: "call-1" }],
  ["/assistants/1?tab=none&talk=true", {}],
  ["/assistants/1/embed?group=nothing&token=&options=%7Bbroken", {}],
  ["/calls?status=ended", { status: "ended" }],
  ["/calls?status=over&selected=a&assistant=", {}],
  ["/calls/1?t=soon&tab=costs&type=nothing", {}],
  ["/sign-in?returnTo=%2Fcalls", { returnTo: "/calls" }],
  ["/sign-in?returnTo=https%3A%2F%2Fevil.example", {}],
  ["/sign-up?returnTo=javascript%3Aalert(1)", {}],
])("of %s the page reads what it knows, and nothing else", (address, search) => {
  expect(searchOf(address)).toEqual(search);
});
