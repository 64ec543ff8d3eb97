import type { ResponseOf } from "@callwright/client";
import type { PlatformRouteName, platformRoutes } from "@callwright/contract";
import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import type { messages } from "../app/messages/messages.ts";
import type { FieldProps } from "./form/field-props.ts";
import type { RouteNaming, Verb } from "./resource-calls.ts";
import type { ResourceEntity } from "./resource-entity.ts";

type Routes = typeof platformRoutes;

/** Names that the contract has a `get…` route of a kept thing for: `Squad`. */
export type ResourceName = {
  [Name in PlatformRouteName]: Name extends `get${infer Noun}`
    ? ResponseOf<Routes[Name]> extends ResourceEntity
      ? Noun
      : never
    : never;
}[PlatformRouteName];

/** What `get…` answers. */
type EntityOf<Name extends ResourceName> = Extract<ResponseOf<Routes[`get${Name}` & PlatformRouteName]>, ResourceEntity>;

/** Words of one field. What is left out is made from the field's name and the contract's own description. */
export interface FieldTexts {
  label?: string;
  /** What one entry of it is called, where it is a list with a label of its own: "Member". */
  one?: string;
  help?: string;
  unit?: string;
}

/** The words of a kind of thing. They are a group of the message catalogue, so that they can be translated. */
export interface ResourceTexts {
  /** The page's and the rail's title: "Squads". */
  title: string;
  /** In a sentence: "squad", "squads". */
  one: string;
  many: string;
  /** What such a thing is and does, in a sentence or two. */
  what: string;
  unnamed: string;
  /** What goes with a deleted one. */
  deleteLoss: string;
  /** Said above its list and its forms: what of it does not work on this server. */
  notice?: string;
  /** By path without the places in lists: `members.assistantId`; a bare field name counts wherever the field is. */
  fields?: Readonly<Record<string, FieldTexts>>;
  /** Heads of columns, by id. */
  columns?: Readonly<Record<string, string>>;
  /** Values of enumerations, where the value itself says too little. */
  values?: Readonly<Record<string, string>>;
  /** Titles of a resource's own tabs, by id. */
  tabs?: Readonly<Record<string, string>>;
}

/** Groups of the message catalogue that are the words of a resource. */
export type ResourceTextsKey = {
  [Key in keyof typeof messages]: (typeof messages)[Key] extends ResourceTexts ? Key : never;
}[keyof typeof messages];

/** A column between the name, which is the first, and the time of the last change. */
export interface ResourceColumn<Entity extends ResourceEntity> {
  /** Head: `columns` of the texts. Also the list's order in the address. */
  id: string;
  /** What is shown, searched and put into order. */
  text(entity: Entity, t: TFunction): string;
  /** Shown instead of the text. */
  render?(entity: Entity): ReactNode;
  /** Numbers and times by which to order instead of by the text. */
  order?(entity: Entity): number | string;
  /** CSS width. Default: an equal share. */
  width?: string;
  isNumeric?: boolean;
  /** Shown from a width of the screen on. Default `medium`: not on a phone. */
  from?: "narrow" | "medium" | "wide";
}

/** A tab of a stored thing beside its form and its JSON; titles are in the texts' `tabs`. Load what is heavy with `lazy`. */
export interface ResourceTab<Entity extends ResourceEntity> {
  id: string;
  component: ComponentType<{ entity: Entity }>;
  /** Before the form, and so what is seen first. */
  isFirst?: boolean;
}

/**
 * A kind of thing the platform keeps. From this the dashboard has its list, its page, its form, its JSON and its place in ⌘K.
 *
 * To add one: a group of texts (`ResourceTexts`) in `app/messages/en-<feature>.ts`, a file `features/<feature>/<thing>-resource.ts` that
 * exports `defineResource({…})`, and a line in `resource/registry.ts`. `features/squads` is the shortest example.
 *
 * The routes of the contract decide what can be done: without `create…` there is no button for it, without `update…` the form is read
 * only, without `restore…` a deletion cannot be undone and says so.
 */
export interface ResourceDescription<Name extends ResourceName, Entity extends ResourceEntity = EntityOf<Name>> {
  /** In the routes of the contract: `Squad` for `createSquad`, `listSquads`. */
  name: Name;
  /** The first part of its addresses in the dashboard: `squads`. */
  path: string;
  texts: ResourceTextsKey;
  /** Routes that are not called after the name; null for one that must not be used. */
  routes?: Partial<Record<Verb, PlatformRouteName | null>>;
  /** Body of the create route: what the form and the JSON tab edit. Absent: things of this kind are only read. */
  schema?: z.ZodType;
  /** What a new one starts with. Default: nothing. */
  initial?: object;
  columns?: readonly ResourceColumn<Entity>[];
  /** Names of the list route's query parameters that the list can be filtered by, beside the time of creation. */
  filters?: readonly string[];
  /** What it is called. Default: its `name`, or that of its function. */
  nameOf?(entity: Entity): string | undefined;
  /** Optional fields that the form shows at once beside `name`; others are added by choice. Dotted paths, without the places in lists. */
  mainFields?: readonly string[];
  /** Own controls in place of generated ones, by dotted path without the places in lists. Load what is heavy with `lazy`. */
  parts?: Readonly<Record<string, ComponentType<FieldProps>>>;
  /** Body of the create route, where that is not the thing itself. */
  bodyOf?(created: object): object;
  /** The server is still at work on it: it is read again until it is not. */
  isBusy?(entity: Entity): boolean;
  tabs?: readonly ResourceTab<Entity>[];
  /** Buttons in the head of the thing's page. */
  actions?: ComponentType<{ entity: Entity }>;
  /** Buttons in the head of the list, before the one that makes a new thing. */
  listActions?: ComponentType;
  /** Above the list, also when there is nothing in it. */
  listTop?: ComponentType;
  /** In place of the generated way to make one: an upload, a choice of templates. `isMain`: there is no other button. */
  createAction?: ComponentType<{ isMain: boolean }>;
}

/** A description as the kit's screens use it: of anything with an id. */
export interface Resource extends Omit<ResourceDescription<ResourceName, ResourceEntity>, "name">, RouteNaming {
  routes?: Partial<Record<Verb, PlatformRouteName | null>>;
}

/** See `ResourceDescription`. */
export function defineResource<const Name extends ResourceName>(description: ResourceDescription<Name>): Resource {
  // The screens hand a description only what its own routes answered.
  return description as unknown as Resource;
}
