import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { CopyAsMenu } from "../copy/CopyAsMenu.tsx";
import type { Resource } from "../resource.ts";
import { callNameOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { resourceQuery } from "../resource-queries.ts";
import { useCreateEntity } from "../use-create-entity.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import type { Fields } from "./edited-object.ts";
import { initialObject } from "./initial-object.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { routeOf, writtenPartOf } from "./object-fields.ts";
import classes from "./page.module.css";
import { SaveNotice } from "./SaveNotice.tsx";
import { ServerNotice } from "./ServerNotice.tsx";
import { useEditedObject } from "./use-edited-object.ts";
import { useSave } from "./use-save.ts";

const list = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/new");

const NOTHING: Fields = {};

export function ResourceCreatePage() {
  return <CreatePage {...route.useSearch()} resource={list.useLoaderData()} />;
}

interface CreatePageProps {
  resource: Resource;
  /** Of the address: see `resourceCreateSearch`. */
  from?: string | undefined;
  kind?: string | undefined;
  tab?: string | undefined;
}

/** Creates an entity, empty or as a copy of another. */
export function CreatePage({ resource, from, kind, tab }: CreatePageProps) {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const original = useQuery({ ...resourceQuery(useClient(), resource, from ?? ""), enabled: from !== undefined });
  const { data } = original;
  const { gallery: Gallery } = resource;
  if (Gallery && from === undefined && kind === undefined) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Gallery />
      </Suspense>
    );
  }
  if (from !== undefined && original.isPending) return <PageSkeleton />;
  const copied = data && {
    ...writtenPartOf(resource, data),
    ...("name" in data ? { name: t("resource.copyOf", { name: texts.nameOf(data) }) } : {}),
  };
  return (
    <CreateEditor
      key={`${from} ${kind}`}
      resource={resource}
      initial={copied ?? initialObject(resource, kind)}
      tab={tab}
      parent={
        <Link to="/$resource" params={{ resource: resource.path }}>
          {texts.title}
        </Link>
      }
      onCreated={({ id }) =>
        void navigate({ to: "/$resource/$id", params: { resource: resource.path, id }, ignoreBlocker: true, replace: true })
      }
    />
  );
}

interface CreateEditorProps {
  resource: Resource;
  initial: Fields;
  /** The tab in the address. */
  tab: string | undefined;
  /** A link to the parent resource. */
  parent: ReactNode;
  /** Opens a page. */
  onCreated: (entity: ResourceEntity) => void;
}

/** A new entity before it is stored. */
export function CreateEditor({ resource, initial, tab, parent, onCreated }: CreateEditorProps) {
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const edited = useEditedObject({ resource, base: NOTHING, initial, isStored: false });
  const body = resource.bodyOf?.(edited.object) ?? edited.object;
  const [quiet, setQuiet] = useState<HTMLElement | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const header = useMemo(() => ({ quiet, main }), [quiet, main]);
  const start = useMemo(() => JSON.stringify(initial), [initial]);
  const create = useCreateEntity(resource, onCreated);
  const { save, isTried, isPending, error } = useSave(edited, () => create.mutateAsync(body));
  return (
    <div className={classes.page}>
      <LeaveGuard isUnsaved={() => JSON.stringify(edited.object) !== start} />
      <PageHeader
        title={t("resource.create", texts.nouns)}
        parent={parent}
        actions={
          <>
            {resource.canvas && <span ref={setQuiet} className={classes.place} />}
            {!resource.paramsOf && (
              <CopyAsMenu
                request={{
                  method: "POST",
                  path: routeOf(resource, "create")?.path ?? "",
                  call: callNameOf(resource, "create") ?? "",
                  body,
                }}
              />
            )}
          </>
        }
        main={
          <>
            <Button variant={resource.canvas ? "default" : "filled"} loading={isPending} onClick={save}>
              {t("resource.createSubmit", texts.nouns)}
            </Button>
            {resource.canvas && <span ref={setMain} className={classes.place} />}
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
        header={header}
        notice={<SaveNotice edited={edited} isTried={isTried} error={error} />}
      />
    </div>
  );
}
