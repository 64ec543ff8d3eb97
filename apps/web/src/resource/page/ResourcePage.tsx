import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { warningsOf } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { rememberEntity, resourceQuery } from "../resource-queries.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { versionedKindOf } from "../versions/resource-kind.ts";
import { EntityFrame } from "./EntityFrame.tsx";
import { patchOf } from "./edited-object.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { fieldsOfEveryPatch, writtenPartOf } from "./object-fields.ts";
import { PageMenu } from "./PageMenu.tsx";
import { SaveNotice } from "./SaveNotice.tsx";
import { type EditedObject, useEditedObject } from "./use-edited-object.ts";
import { useSave } from "./use-save.ts";
import { VersionedEditor } from "./VersionedEditor.tsx";

const list = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/$id");

/** The page of one entity: form, JSON and the resource's own tabs. */
export function ResourcePage() {
  const resource = list.useLoaderData();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const { title } = useResourceTexts(resource);
  const entity = useSuspenseQuery(resourceQuery(useClient(), resource, id, useIsLive())).data;
  const kind = useMemo(() => versionedKindOf(resource), [resource]);
  const parent = (
    <Link to="/$resource" params={{ resource: resource.path }}>
      {title}
    </Link>
  );
  if (kind) return <VersionedEditor key={id} kind={kind} resource={resource} entity={entity} tab={tab} parent={parent} />;
  return (
    <EntityEditor
      key={id}
      resource={resource}
      entity={entity}
      tab={tab}
      parent={parent}
      menu={(edited) => <PageMenu resource={resource} entity={entity} edited={edited} />}
    />
  );
}

interface EntityEditorProps {
  resource: Resource;
  entity: ResourceEntity;
  /** The tab in the address. */
  tab: string | undefined;
  /** A link to the parent resource. */
  parent: ReactNode;
  /** The save button is shown while there is something to save. */
  savesWhenChanged?: boolean;
  /** Shown beside the save button. */
  menu: (edited: EditedObject) => ReactNode;
}

/** A stored entity. */
export function EntityEditor({ resource, entity, tab, parent, savesWhenChanged = false, menu }: EntityEditorProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const may = useMay(resource);
  const canSave = resource.schema !== undefined && may("update");
  const base = useMemo(() => (resource.schema ? writtenPartOf(resource, entity) : { ...entity }), [resource, entity]);
  const edited = useEditedObject({ resource, base, isStored: true });
  // From the last save or the creation. Later reads return no warnings.
  const [warnings, setWarnings] = useState(() => warningsOf(entity));
  const body = patchOf(edited.edits, fieldsOfEveryPatch(resource));
  const { save, isTried, isPending, error } = useSave(
    edited,
    async () => {
      const { object } = edited;
      const saved = (await callOf(client, resource, "update")?.({ id: entity.id, body })) as ResourceEntity;
      return { saved, object };
    },
    ({ saved, object }) => {
      rememberEntity(queryClient, resource.path, saved);
      edited.accept(object, writtenPartOf(resource, saved));
      setWarnings(warningsOf(saved));
      notifications.show({ message: t("resource.saved") });
    },
  );
  return (
    <>
      <LeaveGuard isUnsaved={() => edited.isChanged} />
      <EntityFrame
        resource={resource}
        entity={entity}
        tab={tab}
        parent={parent}
        edited={edited}
        isReadOnly={!canSave}
        warnings={warnings}
        state={edited.isChanged && <Pill kind="warn">{t("resource.unsaved")}</Pill>}
        main={
          canSave &&
          (edited.isChanged || !savesWhenChanged) && (
            <Button variant="filled" loading={isPending} disabled={!edited.isChanged} onClick={save}>
              {t("resource.save")}
            </Button>
          )
        }
        menu={menu(edited)}
        notice={<SaveNotice edited={edited} isTried={isTried && edited.isChanged} error={error} />}
      />
    </>
  );
}
