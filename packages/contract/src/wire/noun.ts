import type { Role, Route } from "./route.ts";

/** The data of a noun without its schemas. It needs no zod, so that browsers can load it first. */
export interface Noun {
  /** The name in the names of its routes: `SavedView` in `createSavedView`. */
  thing: string;
  /** Default: see `pluralOf`. The client's group has this name: `client.savedViews`. */
  plural?: string;
  /** The name in sentences: `saved view`. */
  label: string;
  /** The resources of its change notices. */
  changes: readonly string[];
  /**
   * Each route as one line: method, path and, if they apply, these marks.
   * `open`: sent without a token. `events`: can stream events. `form`: the body is a form. `void`: the response has no body.
   * A media type: that of a response that is not JSON. `own`: only servers that run Callwright have the route.
   */
  addresses: Readonly<Record<string, string>>;
}

export function defineNoun<const Kind extends Noun>(noun: Kind): Kind {
  return noun;
}

/** `SavedViews`, `Personalities`. */
export type PluralOf<Thing extends string> = Thing extends `${infer Stem}ty` ? `${Stem}ties` : `${Thing}s`;

export function pluralOf<const Thing extends string>(thing: Thing): PluralOf<Thing> {
  return (thing.endsWith("ty") ? `${thing.slice(0, -1)}ies` : `${thing}s`) as PluralOf<Thing>;
}

/** The name of the client's group: `savedViews`. */
export function groupOf({ thing, plural = pluralOf(thing) }: Noun): string {
  return plural.charAt(0).toLowerCase() + plural.slice(1);
}

/** The name of a route in the client's group: `list` of `listSavedViews`. */
export function methodOf({ thing, plural = pluralOf(thing) }: Noun, route: string): string {
  return route.replace(new RegExp(`${plural}|${thing}`), "");
}

type ResourceAddresses<Thing extends string, Path extends string, IdName extends string> = Readonly<
  Record<`create${Thing}`, `POST ${Path}`> &
    Record<`list${PluralOf<Thing>}`, `GET ${Path}`> &
    Record<`get${Thing}`, `GET ${Path}/{${IdName}}`> &
    Record<`update${Thing}`, `PATCH ${Path}/{${IdName}}`> &
    Record<`delete${Thing}`, `DELETE ${Path}/{${IdName}}`> &
    Record<`restore${Thing}`, `POST ${Path}/{${IdName}}/restore own`>
>;

/** The addresses of `resourceRoutes`. `idName`: where `id` names the resource's owner. */
export function resourceAddresses<const Thing extends string, const Path extends string, const IdName extends string = "id">(
  thing: Thing,
  path: Path,
  idName?: IdName,
): ResourceAddresses<Thing, Path, IdName> {
  const one = `${path}/{${idName ?? "id"}}`;
  return {
    [`create${thing}`]: `POST ${path}`,
    [`list${pluralOf(thing)}`]: `GET ${path}`,
    [`get${thing}`]: `GET ${one}`,
    [`update${thing}`]: `PATCH ${one}`,
    [`delete${thing}`]: `DELETE ${one}`,
    [`restore${thing}`]: `POST ${one}/restore own`,
  } as ResourceAddresses<Thing, Path, IdName>;
}

type VersionAddresses<Thing extends string, Path extends string> = Readonly<
  Record<`get${Thing}Draft`, `GET ${Path}/{id}/draft own`> &
    Record<`save${Thing}Draft`, `PATCH ${Path}/{id}/draft own`> &
    Record<`replace${Thing}Draft`, `PUT ${Path}/{id}/draft own`> &
    Record<`discard${Thing}Draft`, `DELETE ${Path}/{id}/draft own`> &
    Record<`listOther${Thing}Drafts`, `GET ${Path}/{id}/draft/others own`> &
    Record<`publish${Thing}Draft`, `POST ${Path}/{id}/publish own`> &
    Record<`list${Thing}Versions`, `GET ${Path}/{id}/version own`>
>;

/** The addresses of `versionRoutes`. */
export function versionAddresses<const Thing extends string, const Path extends string>(
  thing: Thing,
  path: Path,
): VersionAddresses<Thing, Path> {
  const one = `${path}/{id}`;
  return {
    [`get${thing}Draft`]: `GET ${one}/draft own`,
    [`save${thing}Draft`]: `PATCH ${one}/draft own`,
    [`replace${thing}Draft`]: `PUT ${one}/draft own`,
    [`discard${thing}Draft`]: `DELETE ${one}/draft own`,
    [`listOther${thing}Drafts`]: `GET ${one}/draft/others own`,
    [`publish${thing}Draft`]: `POST ${one}/publish own`,
    [`list${thing}Versions`]: `GET ${one}/version own`,
  } as VersionAddresses<Thing, Path>;
}

export type MethodOf<Address> = Address extends `${infer Method extends Route["method"]} ${string}` ? Method : never;
export type PathOf<Address> = Address extends `${string} ${infer Rest}`
  ? Rest extends `${infer Path} ${string}`
    ? Path
    : Rest
  : never;

type Described = Omit<Route, "method" | "path" | "scope" | "role" | "status"> & Partial<Pick<Route, "scope" | "role" | "status">>;

/** Routes with their addresses. */
export type RoutesAt<Addresses, Table> = {
  [Name in keyof Table & keyof Addresses]: Omit<Table[Name], "method" | "path"> & {
    method: MethodOf<Addresses[Name]>;
    path: PathOf<Addresses[Name]>;
  } & ("scope" extends keyof Table[Name] ? unknown : { scope: "private" }) &
    ("role" extends keyof Table[Name] ? unknown : { role: Role }) &
    ("status" extends keyof Table[Name] ? unknown : { status: 200 });
};

/**
 * Describes routes of a noun. A name without an address is refused. Defaults: scope `private`, status 200, and the role `viewer` for a GET,
 * `editor` for other methods.
 */
export function describeRoutes<
  const Addresses extends Noun["addresses"],
  const Table extends { [Name in keyof Addresses]?: Described },
>(addresses: Addresses, table: Table & Record<Exclude<keyof Table, keyof Addresses>, never>): RoutesAt<Addresses, Table> {
  return placeRoutes(addresses, table) as RoutesAt<Addresses, Table>;
}

/** The same for names that are known at run time only. */
export function placeRoutes(addresses: Noun["addresses"], table: Readonly<Record<string, Described | undefined>>): object {
  const routes = Object.entries(table).map(([name, described]) => {
    const [method, path] = (addresses[name] ?? "").split(" ");
    const role = method === "GET" ? "viewer" : "editor";
    return [name, { scope: "private", role, status: 200, ...described, method, path }];
  });
  return Object.fromEntries(routes);
}
