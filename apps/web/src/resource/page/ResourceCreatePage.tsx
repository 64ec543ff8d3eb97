import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { CopyAsMenu } from "../copy/CopyAsMenu.tsx";
import type { Resource } from "../resource.ts";
import { callNameOf, callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { rememberEntity, resourceQuery } from "../resource-queries.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import type { Fields } from "./edited-object.ts";
import { initialObject } from "./initial-object.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { routeOf, writtenPartOf } from "./object-fields.ts";
import classes from "./page.module.css";
import { SaveNotice } from "./SaveNotice.tsx";
import { ServerNotice } from "./ServerNotice.tsx";
import { UndoButtons } from "./UndoButtons.tsx";
import { useEditedObject } from "./use-edited-object.ts";
import { useSave } from "./use-save.ts";

const parent = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/new");

const NOTHING: Fields = {};

/** Creates an entity, empty or as a copy of another. */
export function ResourceCreatePage() {
  const resource = parent.useLoaderData();
  const { from, kind } = route.useSearch();
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const original = useQuery({ ...resourceQuery(useClient(), resource, from ?? ""), enabled: from !== undefined });
  const { data } = original;
  if (from !== undefined && original.isPending) return <PageSkeleton />;
  const copied = data && {
    ...writtenPartOf(resource, data),
    ...("name" in data ? { name: t("resource.copyOf", { name: texts.nameOf(data) }) } : {}),
  };
  return <CreateEditor key={`${from} ${kind}`} resource={resource} initial={copied ?? initialObject(resource, kind)} />;
}

function CreateEditor({ resource, initial }: { resource: Resource; initial: Fields }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { tab } = route.useSearch();
  const texts = useResourceTexts(resource);
  const edited = useEditedObject({ resource, base: NOTHING, initial, isStored: false });
  const body = resource.bodyOf?.(edited.object) ?? edited.object;
  const start = useMemo(() => JSON.stringify(initial), [initial]);
  const { save, isTried, isPending, error } = useSave(
    edited,
    async () => (await callOf(client, resource, "create")?.({ body })) as ResourceEntity,
    (entity) => {
      rememberEntity(queryClient, resource.path, entity);
      notifications.show({ message: t("resource.createdNamed", { name: texts.nameOf(entity) }) });
      void navigate({
        to: "/$resource/$id",
        params: { resource: resource.path, id: entity.id },
        ignoreBlocker: true,
        replace: true,
      });
    },
  );
  return (
    <div className={classes.page}>
      <LeaveGuard isUnsaved={() => JSON.stringify(edited.object) !== start} />
      <PageHeader
        title={t("resource.create", texts.nouns)}
        parent={
          <Link to="/$resource" params={{ resource: resource.path }}>
            {texts.title}
          </Link>
        }
        actions={
          <>
            {resource.canvas && <UndoButtons edited={edited} />}
            <CopyAsMenu
              request={{
                method: "POST",
                path: routeOf(resource, "create")?.path ?? "",
                call: callNameOf(resource, "create") ?? "",
                body,
              }}
            />
            <Button variant="filled" loading={isPending} onClick={save}>
              {t("resource.createSubmit", texts.nouns)}
            </Button>
          </>
        }
      />
      <ServerNotice resource={resource} />
      <EditorTabs
        resource={resource}
        edited={edited}
        isStored={false}
        isReadOnly={false}
        tab={tab}
        notice={<SaveNotice edited={edited} isTried={isTried} error={error} />}
      />
    </div>
  );
}
