import type { Page } from "playwright-core";
import { bundleScript, openPageOfServer } from "./page-of-server.ts";

/** Functions of tests for the official client of the realtime backend, and for the dashboard's use of it, in a page. */
export interface RealtimePage {
  /** The message of what is thrown by: a hook without a provider, a closed client, a client without an address, or with a relative one. */
  errorOf(what: string): Promise<string>;
  /** Shows a query's results in the page, by the official React client with this token; each result is kept in `shown`. */
  show(token: string, path: string, args: object): void;
  /** All rendered results; `undefined` while loading. */
  shown: unknown[];
  /** Runs a mutation by the showing client, with an optimistic update that gives every call in `calls:list` this name. */
  mutateNaming(path: string, args: object, name: string): Promise<unknown>;
  prewarm(path: string, args: object): void;
}

declare global {
  interface Window {
    realtime: RealtimePage;
  }
}

const SCRIPT = `
import { Component, createElement } from "react";
import { createRoot } from "react-dom/client";
import { ConvexProvider, ConvexReactClient, useAction, useConvexConnectionState, useMutation, useQuery } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { openLiveClient } from "/data/realtime/convex-client.ts";
import { useLiveAction, useLiveMutation } from "/data/realtime/use-live-mutation.ts";
import { useLiveQuery } from "/data/realtime/use-live-query.ts";

class Boundary extends Component {
  state = {};
  static getDerivedStateFromError(error) { return { error }; }
  componentDidCatch(error) { this.props.onError(error.message); }
  render() { return this.state.error ? null : this.props.children; }
}

/** The error of a hook without a client. */
const withoutProvider = (hook) => new Promise((resolve) => {
  const Probe = () => { hook(); return null; };
  const root = createRoot(document.createElement("div"), { onCaughtError: () => {} });
  root.render(createElement(Boundary, { onError: resolve }, createElement(Probe)));
});

const calling = async (work) => {
  try { await work(); } catch (error) { return error.message; }
  return "nothing was thrown";
};

const closed = () => {
  const client = new ConvexReactClient(location.origin);
  void client.close();
  return client;
};
const list = makeFunctionReference("calls:list");

const errors = {
  "useQuery without a provider": () => withoutProvider(() => useQuery(list, {})),
  "useMutation without a provider": () => withoutProvider(() => useMutation(makeFunctionReference("notes:add"))),
  "useAction without a provider": () => withoutProvider(() => useAction(makeFunctionReference("tools:test"))),
  "useConvexConnectionState without a provider": () => withoutProvider(() => useConvexConnectionState()),
  "useLiveQuery without a provider": () => withoutProvider(() => useLiveQuery("changes:latest", {})),
  "useLiveMutation without a provider": () => withoutProvider(() => useLiveMutation("notes:add")),
  "useLiveAction without a provider": () => withoutProvider(() => useLiveAction("tools:test")),
  "a mutation of a closed client": () => calling(() => closed().mutation(makeFunctionReference("notes:add"), {})),
  "a subscription of a closed client": () => calling(() => closed().watchQuery(list, {}).onUpdate(() => {})),
  "setAuth of a closed client": () => calling(() => closed().setAuth(async () => null)),
  "no address": () => calling(() => new ConvexReactClient(undefined)),
  "a relative address": () => calling(() => new ConvexReactClient("/realtime")),
  "an empty address": () => calling(() => new ConvexReactClient("")),
  "a relative address of the dashboard's client": () => calling(() => openLiveClient({ address: "callwright.example" })),
};

let client;
const shown = [];
function Shown({ path, args }) {
  const result = useQuery(makeFunctionReference(path), args);
  shown.push(result);
  return createElement("pre", null, JSON.stringify(result));
}

window.realtime = {
  errorOf: (what) => errors[what](),
  show: (token, path, args) => {
    client = new ConvexReactClient(location.origin, { authRefreshTokenLeewaySeconds: 2, expectAuth: true });
    client.setAuth(async () => token);
    createRoot(document.getElementById("root")).render(createElement(ConvexProvider, { client }, createElement(Shown, { path, args })));
  },
  shown,
  mutateNaming: (path, args, name) =>
    client.mutation(makeFunctionReference(path), args, {
      optimisticUpdate: (store) => {
        const calls = store.getQuery(list, {});
        if (calls) store.setQuery(list, {}, calls.map((call) => ({ ...call, name })));
      },
    }),
  prewarm: (path, args) => client.prewarmQuery({ query: makeFunctionReference(path), args }),
};
`;

export function bundleRealtimePage(): Promise<string> {
  return bundleScript(SCRIPT);
}

export async function openRealtimePage(page: Page, url: string, script: string): Promise<void> {
  await openPageOfServer(page, url, script, "realtime");
}
