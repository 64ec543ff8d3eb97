import type { Draft, OtherDraft, VersionPage, VersionQuery } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import type { ResourceContext } from "../resource-service.ts";
import type { DraftChange, DraftRequests } from "./drafts.ts";

type With<Name extends string, Value> = { [Key in Name]: Value };
type Handler<Request, Answer> = (request: { caller: OrgCaller; params: { id: string } } & Request) => Promise<Answer>;
type OwnerId<Name extends string> = With<`${Uncapitalize<Name>}Id`, string>;
type DraftOf<Name extends string, Config extends object> = Draft<Config> & OwnerId<Name>;

interface SaveRequest {
  body: DraftChange;
  written: (whole: object) => void;
}
interface ReplaceRequest<Config> {
  body: { revision: number; config: Config };
}
interface DiscardRequest {
  query: { revision?: number | undefined };
}
interface ListRequest {
  query: VersionQuery;
}

type VersionHandlers<Name extends string, Config extends object> = With<
  `get${Name}Draft`,
  Handler<object, DraftOf<Name, Config>>
> &
  With<`save${Name}Draft`, Handler<SaveRequest, DraftOf<Name, Config>>> &
  With<`replace${Name}Draft`, Handler<ReplaceRequest<Config>, DraftOf<Name, Config>>> &
  With<`discard${Name}Draft`, Handler<DiscardRequest, DraftOf<Name, Config>>> &
  With<`listOther${Name}Drafts`, Handler<object, OtherDraft[]>> &
  With<`list${Name}Versions`, Handler<ListRequest, VersionPage<Config & OwnerId<Name>>>>;

/** The handlers of the routes that the contract's `versionRoutes` makes, without the one that publishes. `name` is the same as there. */
export function versionHandlers<const Name extends string, Config extends object>(
  name: Name,
  context: ResourceContext,
  drafts: DraftRequests<Config>,
): VersionHandlers<Name, Config> {
  const get: Handler<object, Draft<Config>> = ({ caller, params }) => drafts.get(context, caller, params.id);
  const save: Handler<SaveRequest, Draft<Config>> = async ({ caller, params, body, written }) => {
    const draft = await drafts.change(context, caller, params.id, body);
    written(draft.config);
    return draft;
  };
  const replace: Handler<ReplaceRequest<Config>, Draft<Config>> = ({ caller, params, body }) =>
    drafts.replace(context, caller, params.id, body);
  const discard: Handler<DiscardRequest, Draft<Config>> = ({ caller, params, query }) =>
    drafts.discard(context, caller, params.id, query);
  const listOthers: Handler<object, OtherDraft[]> = ({ caller, params }) => drafts.listOthers(context, caller, params.id);
  const listVersions: Handler<ListRequest, object> = ({ caller, params, query }) =>
    drafts.listVersions(context, caller, params.id, query);
  return {
    [`get${name}Draft`]: get,
    [`save${name}Draft`]: save,
    [`replace${name}Draft`]: replace,
    [`discard${name}Draft`]: discard,
    [`listOther${name}Drafts`]: listOthers,
    [`list${name}Versions`]: listVersions,
  } as unknown as VersionHandlers<Name, Config>;
}
