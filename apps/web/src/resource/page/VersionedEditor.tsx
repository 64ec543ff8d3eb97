import { Button, Menu } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { late } from "../../kit/late.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import { focusField } from "../form/focus-field.ts";
import type { Resource } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { configDiff } from "../versions/config-diff.ts";
import { DraftNotices } from "../versions/DraftNotices.tsx";
import { DraftPill } from "../versions/DraftPill.tsx";
import { useDiscardDraft } from "../versions/use-discard-draft.ts";
import { useDraft } from "../versions/use-draft.ts";
import { useEditedDraft } from "../versions/use-edited-draft.ts";
import { draftQuery, type Published, type VersionedKind } from "../versions/versioned-kind.ts";
import { EntityFrame } from "./EntityFrame.tsx";
import type { Fields } from "./edited-object.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { writtenPartOf } from "./object-fields.ts";
import { PageMenu } from "./PageMenu.tsx";

const PublishDialog = late(async () => (await import("../versions/PublishDialog.tsx")).PublishDialog);
const VersionsTab = late(async () => (await import("../versions/VersionsTab.tsx")).VersionsTab, <PageSkeleton />);

const route = getRouteApi("/shell/$resource/$id");

interface VersionedEditorProps {
  kind: VersionedKind;
  resource: Resource;
  entity: ResourceEntity;
  /** The tab in the address. */
  tab: string | undefined;
  /** A link to the parent resource. */
  parent: ReactNode;
}

/** A stored entity that is published in versions. Edits are saved in the user's draft. */
export function VersionedEditor({ kind, resource, entity, tab, parent }: VersionedEditorProps) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const { id } = entity;
  const loaded = useSuspenseQuery(draftQuery<Fields>(useClient(), kind.path, id)).data;
  const draft = useDraft(kind, id, loaded);
  const { store, state, problems } = draft;
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const texts = useResourceTexts(resource);
  const mayEdit = useMay(resource)("update");
  const base = useMemo(() => writtenPartOf(resource, entity), [resource, entity]);
  const changes = useMemo(() => configDiff(base, state.config), [base, state.config]);
  const isChanged = changes.length > 0;
  // Empty fields are reported after an attempt to publish.
  const [isAsked, setAsked] = useState(false);
  const edited = useEditedDraft(draft, { isChanged, isAsked });
  const [isPublishing, publishing] = useDisclosure();
  const published: Published = { id, latestVersion: typeof entity.latestVersion === "string" ? entity.latestVersion : undefined };
  const { latestVersion } = published;
  const hasVersions = dataHost.offers(`list${kind.name}Versions`);
  useHotkeys([["mod+S", () => void store.flush()]], [], true);
  const publish = () => {
    setAsked(problems.length > 0);
    if (problems.length === 0) publishing.open();
    else focusField(problems.map(({ path }) => path));
  };
  const { copy } = useCopy();
  const discardDraft = useDiscardDraft<Fields>(kind, id);
  const discard = async () => {
    await store.flush();
    const discarded = store.state();
    await discardDraft({
      revision: discarded.seen.revision,
      onDiscarded: store.replace,
      onUndo: (live) => store.restore(discarded, live),
    });
  };
  return (
    <>
      <LeaveGuard isUnsaved={() => store.state().phase !== "settled"} save={store.flush} />
      <EntityFrame
        resource={resource}
        entity={entity}
        tab={tab}
        parent={parent}
        edited={edited}
        isReadOnly={!mayEdit}
        warnings={draft.warnings}
        state={
          <>
            <DraftPill draft={draft} changes={changes.length} />
            {latestVersion !== undefined && <span>{t("editor.live", { version: latestVersion })}</span>}
          </>
        }
        main={
          mayEdit && (
            <Button disabled={!isChanged || state.clashes.length > 0} onClick={publish}>
              {t("editor.publish")}
            </Button>
          )
        }
        menu={
          <PageMenu
            resource={resource}
            entity={entity}
            edited={{ isChanged, discard: () => void discard() }}
            discardLabel={t("editor.discard")}
          >
            <Menu.Item onClick={() => void copy(id)}>{t("editor.copyId")}</Menu.Item>
            {hasVersions && (
              <Menu.Item renderRoot={(props) => <Link to="." search={{ tab: "versions" }} {...props} />}>
                {t("editor.tabs.versions")}
              </Menu.Item>
            )}
          </PageMenu>
        }
        notice={
          <DraftNotices
            kind={kind}
            published={published}
            draft={draft}
            changed={isChanged}
            onCompare={(pair) => void navigate({ search: { tab: "versions", ...pair } })}
          />
        }
        more={
          hasVersions
            ? [
                {
                  id: "versions",
                  content: (
                    <VersionsTab
                      kind={kind}
                      published={published}
                      mayEdit={mayEdit}
                      pair={{ from, to }}
                      onPair={(pair) => void navigate({ search: (search) => ({ ...search, ...pair }), replace: true })}
                    />
                  ),
                },
              ]
            : []
        }
      />
      {isPublishing && (
        <PublishDialog
          kind={kind}
          published={published}
          name={texts.nameOf({ ...entity, ...state.config })}
          draft={draft}
          changes={changes}
          onClose={publishing.close}
        />
      )}
    </>
  );
}
