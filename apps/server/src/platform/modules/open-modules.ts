import { closeAll } from "../config/close-all.ts";
import type { App } from "../http/app.ts";
import type { RealtimeHandlers } from "../realtime/define-functions.ts";
import type { LiveRelay } from "../realtime/live-relay.ts";
import type { Module, ModuleScope, Opened, Platform, Port } from "./module.ts";
import { isLate, moduleOrder, needsOf } from "./module-order.ts";

interface OpenModule {
  module: Module;
  opened: Opened<unknown>;
  scope: ModuleScope & { service: unknown };
}

/** Opens modules one after the other, with the options of all of them. A failure closes those that were opened. */
export async function openModules(modules: readonly Module[], platform: Platform, options: unknown = {}) {
  const services = new Map<string, unknown>();
  const serviceOf = <Service>({ port }: Port<Service>): Service => {
    if (!services.has(port)) throw new Error(`'${port}' is not open: a late need may be used once all modules are open`);
    return services.get(port) as Service;
  };
  const open: OpenModule[] = [];
  /** Closes in the opposite order. */
  const close = () =>
    closeAll(
      open
        .splice(0)
        .reverse()
        .map(
          ({ opened }) =>
            () =>
              opened.close?.(),
        ),
    );

  try {
    for (const module of moduleOrder(modules)) {
      const needs = Object.fromEntries(
        needsOf(module).map(([name, need]) => [name, isLate(need) ? () => serviceOf(need.late) : serviceOf(need)]),
      ) as ModuleScope["needs"];
      const opened: Opened<unknown> = (await module.spec.open?.({ platform, needs, options })) ?? { service: undefined };
      const { service } = opened;
      services.set(module.port, service);
      for (const { port, from } of module.spec.provides ?? []) services.set(port.port, from(service));
      open.push({ module, opened, scope: { platform, needs, options, service } });
      platform.log.debug({ module: module.port }, "opened");
    }
  } catch (error) {
    await close().catch((cause: unknown) => platform.log.error({ err: cause }, "a failed start left a module open"));
    throw error;
  }

  // Routes in the order of the list: written-out paths are mounted before `/{provider}/…`.
  const listed = modules.flatMap((module) => open.filter((each) => each.module === module));
  return {
    serviceOf,
    mount: (app: App) => {
      for (const { module, scope } of listed) module.spec.routes?.(app, scope);
    },
    live: (relay: Pick<LiveRelay, "linesOf">) =>
      joinHandlers(listed.map(({ module, scope }) => module.spec.live?.(scope, relay) ?? {})),
    /** Deletes what has expired. */
    clean: async () => {
      for (const { module } of listed) await module.spec.clean?.(platform);
    },
    streams: listed.flatMap(({ opened }) => opened.streams ?? []),
    /** All modules take work from outside from now on. */
    begin: () => {
      for (const { opened } of open) opened.begin?.();
    },
    drain: async (signal: AbortSignal) => {
      await Promise.all(open.map(({ opened }) => opened.drain?.(signal)));
    },
    close,
  };
}
export type OpenModules = Awaited<ReturnType<typeof openModules>>;

function joinHandlers(parts: readonly Partial<RealtimeHandlers>[]): Partial<RealtimeHandlers> {
  const all: Record<string, unknown> = {};
  for (const [path, handler] of parts.flatMap((part) => Object.entries(part))) {
    if (path in all) throw new Error(`the live function '${path}' is served by two modules`);
    all[path] = handler;
  }
  return all;
}
