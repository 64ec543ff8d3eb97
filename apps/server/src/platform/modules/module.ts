import type { IncomingMessage } from "node:http";
import type { ErasedKind, ErasureCounts, ErasureLeft } from "@callwright/contract";
import type { LoopDelay } from "@callwright/engine";
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { PgBoss } from "pg-boss";
import type { Auth } from "../auth/auth.ts";
import type { Memberships } from "../auth/memberships.ts";
import type { Database } from "../db/connect.ts";
import type { App } from "../http/app.ts";
import type { AcceptUpgrade } from "../http/open-port.ts";
import type { ServerContext } from "../platform.ts";
import type { RealtimeHandlers } from "../realtime/define-functions.ts";
import type { LiveRelay } from "../realtime/live-relay.ts";

/** What every module stands on. It knows no module. */
export interface Platform extends ServerContext {
  /** The job queue. It ends after the modules. */
  boss: PgBoss;
  /** The origin of this server for readers of messages and mails. */
  origin: string;
  /** How long modules keep rows. */
  lifetimes: readonly Lifetime[];
  /** Where modules keep what is about people. */
  personal: readonly PersonalRows[];
  auth: Auth;
  memberships: Memberships;
  /** Connections for running calls only. */
  callDb: Database;
  /** How late this process's event loop is. */
  loopDelay: LoopDelay;
  /** Folder of the built dashboard. */
  webFolder: string;
}

/** A table whose rows are only marked deleted. */
export type EntityTable = PgTable & Record<"id" | "orgId" | "createdAt" | "deletedAt", PgColumn>;

/** How long a module keeps the rows of a table. Rows that are marked deleted are purged without this, too. */
export interface Lifetime {
  table: EntityTable;
  /** Rows that may be purged. Default: all. */
  purgeable?: SQL;
  /** The blobs of rows. They are deleted first. */
  blobKeys?(db: Database, ids: string[]): Promise<(string | null)[]>;
  /**
   * The rows end: `retentionDays` of their organization after they were created, when they are completed. Default: they are completed at once.
   * `name`: their count in the log.
   */
  retention?: { name: string; isOver?(until: Date, now: Date): SQL | undefined };
  /** Expired rows of every organization. They count as `retention.name`. */
  expired?(now: Date): SQL;
}

/** What keeps rows from being deleted. */
export interface Unreleased {
  /** Rows that a job of the server works on. */
  busy?: string[];
  /** Files outside of this server that were not deleted, with their rows. `reason`: a sentence. */
  failed?: (ErasureLeft & { id: string })[];
}

/** Rows that may be about a person. A deletion for good finds them, and deletes them with what refers to them by a foreign key. */
export interface PersonalRows {
  table: PgTable & Record<"id" | "orgId" | "createdAt", PgColumn>;
  kind: ErasedKind;
  /**
   * What of a row may name the person, as JSON: a number, an address, or the id of another row that is about the person.
   * `with`: every row is taken when rows of that table are about the person.
   */
  names: SQL | { with: PgTable };
  /** The rows that can be about a person. Default: all. */
  those?: SQL;
  /** The rows that may be deleted now. The others are waited for. Default: all. */
  isOver?(now: Date): SQL | undefined;
  /** What the others are waited for, as a sentence: "1 call has not ended." */
  waitsFor?(rows: number): string;
  /** What is deleted with these rows, besides them. */
  countMore?(db: Database, ids: readonly string[]): Promise<ErasureCounts>;
  /** Who else has got data of these rows. */
  listElsewhere?(db: Database, ids: readonly string[]): Promise<string[]>;
  /** Deletes what lies outside of the database, before the rows. It may run again. */
  release?(platform: Platform, orgId: string, ids: readonly string[], signal: AbortSignal): Promise<Unreleased>;
  /** In place of the deletion: takes what names the person out of the rows. */
  strip?(platform: Platform, tx: Database, ids: readonly string[]): Promise<void>;
}

declare const SERVICE: unique symbol;
declare const OPTIONS: unique symbol;

/** A service that modules need by this name. Each module is the port of its own service; `definePort` makes further ones. */
export interface Port<Service> {
  readonly port: string;
  readonly [SERVICE]?: Service;
}

/** The same service, for a module that opens before its provider does. Usable when all modules are open. */
export interface Late<Service> {
  readonly late: Port<Service>;
}

export type Needs = Readonly<Record<string, Port<unknown> | Late<unknown>>>;

/** The services of a module's needs: the services themselves, and functions that return the late ones. */
export type ServicesOf<N extends Needs> = {
  readonly [Name in keyof N]: N[Name] extends Late<infer Service>
    ? () => Service
    : N[Name] extends Port<infer Service>
      ? Service
      : never;
};

export interface ModuleScope<N extends Needs = Needs, Options = unknown> {
  platform: Platform;
  needs: ServicesOf<N>;
  options: Options;
}

/** The type of a module's options. */
interface Given<Options> {
  readonly [OPTIONS]?: Options;
}

/** Options of a module that tests and benches give to `startServer`. All are optional. */
export const given = <Options extends object>(): Given<Options> => ({});

/** The options of all modules of a union together. */
export type OptionsOf<Modules extends Module> = (
  Modules extends Given<infer Options>
    ? (options: Options) => void
    : never
) extends (options: infer All) => void
  ? All
  : never;

export interface Opened<Service> {
  service: Service;
  /** Takes work from outside from now on. Called when all modules are open. */
  begin?: () => void;
  /** Accepts no new work. Resolves when all work is done, or when the signal aborts. */
  drain?: (signal: AbortSignal) => Promise<unknown>;
  close?: () => Promise<void> | void;
  /** Websockets that it serves, besides live connections. */
  streams?: readonly UpgradeStream[];
}

/** A websocket by the path of its request. */
export interface UpgradeStream {
  takes: (request: IncomingMessage) => boolean;
  accept: AcceptUpgrade;
}

interface Provided<Service> {
  port: Port<unknown>;
  from: (service: Service) => unknown;
}

type Served<N extends Needs, Service> = ModuleScope<N> & { service: Service };

export interface ModuleSpec<N extends Needs, Service, Options> {
  name: string;
  needs?: N;
  options?: Given<Options>;
  /** Inference reads a literal from top to bottom: `open` stands above what uses its service. */
  open?: (scope: ModuleScope<N, Options>) => Opened<Service> | Promise<Opened<Service>>;
  /** Other services of the module, each under a port that a lower module defines. */
  provides?: readonly Provided<Service>[];
  /** Mounts the routes of the contract. */
  routes?: (app: App, scope: Served<N, Service>) => void;
  /** Handlers of the contract's `REALTIME_FUNCTIONS`. `live` has the unfinished lines of running calls on all nodes. */
  live?: (scope: Served<N, Service>, live: Pick<LiveRelay, "linesOf">) => Partial<RealtimeHandlers>;
  /** How long the rows of its tables are kept. Retention and purge follow this. */
  lifetimes?: readonly Lifetime[];
  /** Where it keeps what is about people. */
  personal?: readonly PersonalRows[];
  /** Deletes what has expired, every hour on one node. */
  clean?: (platform: Platform) => Promise<void>;
}

export interface Module<Service = unknown, Options = unknown> extends Port<Service>, Given<Options> {
  // biome-ignore lint/suspicious/noExplicitAny: the list holds modules of every service; each was checked where it was defined.
  readonly spec: ModuleSpec<any, any, any>;
}

/**
 * One noun of the server: what it provides, and what it needs of others. The order of start and stop, routes, live functions and the hourly cleaning
 * follow from the manifests in `modules.ts`.
 */
// biome-ignore lint/complexity/noBannedTypes: no needs is an empty record.
export function defineModule<const N extends Needs = {}, Service = undefined, Options = {}>(
  spec: ModuleSpec<N, Service, Options>,
): Module<Service, Options> {
  return { port: spec.name, spec };
}

/** A service with its own name. Defined by the module that uses it, if its provider is a module above. */
export const definePort = <Service>(name: string): Port<Service> => ({ port: name });

/** The service of a provider in a higher module. */
export const late = <Service>(port: Port<Service>): Late<Service> => ({ late: port });

export const provide = <Service, Made>(port: Port<Made>, from: (service: Service) => Made): Provided<Service> => ({ port, from });
