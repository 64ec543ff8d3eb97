import type { ResponseOf } from "@callwright/client";
import type { PlatformRouteName, platformRoutes, Route } from "@callwright/contract";
import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import type { messages } from "../messages/messages.ts";
import type { CanvasProps } from "./canvas-props.ts";
import type { FieldProps } from "./form/field-props.ts";
import type { RouteNaming, Verb } from "./resource-calls.ts";
import type { ResourceEntity } from "./resource-entity.ts";
import type { VersionedKind } from "./versions/versioned-kind.ts";

type Routes = typeof platformRoutes;

/** Names of resources with a `get…` route in the contract: `Squad`. */
export type ResourceName = {
  [Name in PlatformRouteName]: Name extends `get${infer Noun}`
    ? ResponseOf<Routes[Name]> extends ResourceEntity
      ? Noun
      : never
    : never;
}[PlatformRouteName];

/** The response of `get…`. */
type EntityOf<Name extends ResourceName> = Extract<
  ResponseOf<Extract<Routes[`get${Name}` & PlatformRouteName], Route>>,
  ResourceEntity
>;

/** Texts of one field. Defaults come from the field's name and the contract's description. */
export interface FieldTexts {
  label?: string;
  /** Label of one entry of a list: "Member". */
  one?: string;
  help?: string;
  unit?: string;
}

/** The texts of a resource: a group of the message catalog, so that they can be translated. */
export interface ResourceTexts {
  /** The page's and the rail's title: "Squads". */
  title: string;
  /** Its name in a sentence: "squad", "squads". */
  one: string;
  many: string;
  /** Its purpose, in one or two sentences. */
  what: string;
  unnamed: string;
  /** The data that is deleted with it. */
  deleteLoss: string;
  /** Above the form, while only some fields may change. */
  changeable?: string;
  /** By path without list indexes: `members.assistantId`. A bare field name applies at any depth. */
  fields?: Readonly<Record<string, FieldTexts>>;
  /** Labels of columns, by id. */
  columns?: Readonly<Record<string, string>>;
  /** Labels of enumeration values that need one. */
  values?: Readonly<Record<string, string>>;
  /** Titles of a resource's own tabs, by id. */
  tabs?: Readonly<Record<string, string>>;
}

/** Groups of the message catalog that are texts of a resource. */
export type ResourceTextsKey = {
  [Key in keyof typeof messages]: (typeof messages)[Key] extends ResourceTexts ? Key : never;
}[keyof typeof messages];

/** A column between the name and the time of the last change. */
export interface ResourceColumn<Entity extends ResourceEntity> {
  /** The label is in `columns` of the texts. Also the sort key in the address. */
  id: string;
  /** The text to show, search and sort by. */
  text(entity: Entity, t: TFunction): string;
  /** Shown instead of the text. */
  render?(entity: Entity): ReactNode;
  /** Sort key, for numbers and times. */
  order?(entity: Entity): number | string;
  /** CSS width. Default: an equal share. */
  width?: string;
  isNumeric?: boolean;
  /** The smallest screen that shows the column. Default `medium`: not on a phone. */
  from?: "narrow" | "medium" | "wide";
}

/** A tab beside form and JSON; titles are in the texts' `tabs`. Load heavy components with `lazy`. */
export interface ResourceTab<Entity extends ResourceEntity> {
  id: string;
  component: ComponentType<{ entity: Entity }>;
  /** Before the form, so that it opens first. */
  isFirst?: boolean;
  /** Beside the title: how many it has. */
  count?: ComponentType<{ entity: Entity }>;
}

/**
 * A resource of the API. The dashboard generates its list, page, form, JSON tab and ⌘K entries from this.
 *
 * To add one: a file `features/<feature>/<thing>-resource.ts` that exports `defineResource({…})`, an entry in `app/registry.ts` and, for texts of
 * its own, a group (`ResourceTexts`) in `messages/en-<feature>.ts`. CONTRIBUTING.md shows it.
 *
 * The contract's routes decide the actions: without `create…` there is no create button, without `update…` the form is read only, and
 * without `restore…` the delete dialog says that it cannot be undone.
 */
export interface ResourceDescription<Name extends ResourceName, Entity extends ResourceEntity = EntityOf<Name>> {
  /** The name in the contract's routes: `Squad` for `createSquad`, `listSquads`. */
  name: Name;
  /** The first segment of its paths in the dashboard: `squads`. */
  path: string;
  /** Default: plain texts with its name in the contract. */
  texts?: ResourceTextsKey;
  /** Route names that differ from `name`; null for a route that must not be used. */
  routes?: Partial<Record<Verb, PlatformRouteName | null>>;
  /** Body of the create route, edited by the form and the JSON tab. Absent: read only. */
  schema?: z.ZodType;
  /** Initial value of a new entity. Default: empty. */
  initial?: object;
  /** Initial value for the `kind` of the address: a kind, or a sample. Default: empty required fields of the kind. */
  startOf?: (kind: string) => object | undefined;
  /** Shown at `/new` before a kind is chosen. Load with `lazy`. */
  gallery?: ComponentType;
  /** It is published in versions, and edits go into the draft of the user: the client's group of its routes. */
  versions?: VersionedKind["path"];
  columns?: readonly ResourceColumn<Entity>[];
  /** What stands beside the name in the list. */
  marks?(entity: Entity): ReactNode;
  /** Query parameters of the list route offered as filters, besides the creation time. */
  filters?: readonly string[];
  /** The name to show. Default: `name`, or the function's name. */
  nameOf?(entity: Entity): string | undefined;
  /** Optional fields that the form always shows, besides `name`; others can be added. Dotted paths without list indexes. */
  mainFields?: readonly string[];
  /** Custom controls, by dotted path without list indexes. Load heavy components with `lazy`. */
  parts?: Readonly<Record<string, ComponentType<FieldProps>>>;
  /** Body of the create route, if it is not the entity itself. */
  bodyOf?(created: object): object;
  /** Whether the server is still processing it. It is refetched until it is done. */
  isBusy?(entity: Entity): boolean;
  tabs?: readonly ResourceTab<Entity>[];
  /** The only fields that may change now, by name; the texts have the sentence `changeable`. Undefined: all of them. */
  changeable?(entity: Entity): readonly string[] | undefined;
  /** The tab that lists what uses it. The head of its page says how much does. */
  usesTab?: string;
  /** The edited object as a picture, before the form. Its edits can be undone, also those of the form. Load with `lazy`. */
  canvas?: ComponentType<CanvasProps>;
  /** Takes the place of the generated form. It edits the same object. Load with `lazy`. */
  editor?: ComponentType<CanvasProps>;
  /** The edited object with another name, which is written in the head of its page. Default: `name` of the contract. */
  rename?(object: Readonly<Record<string, unknown>>, name: string): Record<string, unknown>;
  /** Beside the title of the thing's page. */
  headMarks?: ComponentType<{ entity: Entity }>;
  /** Buttons in the head of the thing's page. */
  actions?: ComponentType<{ entity: Entity }>;
  /** Buttons in the head of the list, before the create button. */
  listActions?: ComponentType;
  /** Above the list, even if the list is empty. */
  listTop?: ComponentType;
  /** Body of the create route for an example, which an empty list offers. */
  sample?(t: TFunction): object;
  /** Shown instead of an empty list. */
  emptyState?: ComponentType;
  /** Replaces the generated create button, for example by an upload or a choice of templates. `isMain`: it is the only button. */
  createAction?: ComponentType<{ isMain: boolean }>;
}

/** A description in the form of the kit's screens, for any entity with an id. */
export interface Resource extends Omit<ResourceDescription<ResourceName, ResourceEntity>, "name">, RouteNaming {
  routes?: Partial<Record<Verb, PlatformRouteName | null>>;
}

/** See `ResourceDescription`. */
export function defineResource<const Name extends ResourceName>(description: ResourceDescription<Name>): Resource {
  // The screens pass to a description only responses of its own routes.
  return description as unknown as Resource;
}
