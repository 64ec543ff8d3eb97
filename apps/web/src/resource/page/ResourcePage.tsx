import type { PlatformRouteName } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient, useServices } from "../../data/services.tsx";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { CopyAsMenu } from "../copy/CopyAsMenu.tsx";
import { focusField } from "../form/focus-field.ts";
import { DuplicateItem } from "../list/DuplicateItem.tsx";
import { ProblemsMenu } from "../ProblemsMenu.tsx";
import { type ConfigProblem, warningsOf } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { callNameOf, callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { rememberEntity, resourceKeys, resourceQuery } from "../resource-queries.ts";
import { useDelete } from "../use-delete.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import { patchOf } from "./edited-object.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { fieldsOfEveryPatch, isWritten, routeOf, writtenPartOf } from "./object-fields.ts";
import classes from "./page.module.css";
import { SaveNotice } from "./SaveNotice.tsx";
import { ServerNotice } from "./ServerNotice.tsx";
import { USE_KINDS, type Use } from "./UseList.tsx";
import { type EditedObject, useEditedObject } from "./use-edited-object.ts";
import { useSave } from "./use-save.ts";

const list = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/$id");

/** Problems are shown at their fields, and above the form after an attempt to save. */
const NO_PROBLEMS: readonly ConfigProblem[] = [];

/** The page of one entity: form, JSON and the resource's own tabs. */
export function ResourcePage() {
  const resource = list.useLoaderData();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const { title } = useResourceTexts(resource);
  const entity = useSuspenseQuery(resourceQuery(useClient(), resource, id, useIsLive())).data;
  return (
    <EntityEditor
      key={id}
      resource={resource}
      entity={entity}
      tab={tab}
      parent={
        <Link to="/$resource" params={{ resource: resource.path }}>
          {title}
        </Link>
      }
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
  const navigate = useNavigate();
  const texts = useResourceTexts(resource);
  const may = useMay(resource);
  const canSave = resource.schema !== undefined && may("update");
  const base = useMemo(() => (resource.schema ? writtenPartOf(resource, entity) : { ...entity }), [resource, entity]);
  const edited = useEditedObject({ resource, base, isStored: true });
  // From the last save or the creation. Later reads return no warnings.
  const [warnings, setWarnings] = useState(() => warningsOf(entity));
  const show = async (path: string) => {
    await navigate({ to: ".", search: { tab: "form" } });
    focusField([path]);
  };
  const [quiet, setQuiet] = useState<HTMLElement | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const header = useMemo(() => ({ quiet, main }), [quiet, main]);
  const hasName = useMemo(() => !resource.nameOf && isWritten(resource, "name"), [resource]);
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
  const own = (resource.tabs ?? []).map(({ id, component: Tab, isFirst, count: Count }) => ({
    id,
    isFirst,
    content: <Tab entity={entity} />,
    count: Count && <Count entity={entity} />,
  }));
  const { actions: Actions, headMarks: HeadMarks } = resource;
  const { rename = hasName ? (object: object, name: string) => ({ ...object, name }) : undefined } = resource;
  const saveButton = canSave && (edited.isChanged || !savesWhenChanged) && (
    <Button
      // The main action of a canvas is to talk.
      variant={resource.canvas ? "default" : "filled"}
      loading={isPending}
      disabled={!edited.isChanged}
      onClick={save}
    >
      {t("resource.save")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <LeaveGuard isUnsaved={() => edited.isChanged} />
      <PageHeader
        title={texts.nameOf({ ...entity, ...edited.object })}
        parent={parent}
        onRename={rename && canSave ? (name) => edited.set(rename(edited.object, name)) : undefined}
        actions={
          <>
            {resource.canvas && <span ref={setQuiet} className={classes.place} />}
            {(!resource.canvas || tab === "json") && (
              <ProblemsMenu problems={NO_PROBLEMS} warnings={warnings} onShow={(path) => void show(path)} />
            )}
            {Actions && <Actions entity={entity} />}
            {canSave && !resource.paramsOf && (
              <CopyAsMenu
                request={{
                  method: "PATCH",
                  path: (routeOf(resource, "update")?.path ?? "").replace("{id}", entity.id),
                  call: callNameOf(resource, "update") ?? "",
                  id: entity.id,
                  body: edited.object,
                }}
              />
            )}
            {menu(edited)}
          </>
        }
        main={
          resource.canvas ? (
            <>
              {saveButton}
              <span ref={setMain} className={classes.place} />
            </>
          ) : (
            saveButton
          )
        }
      >
        {edited.isChanged && <Pill kind="warn">{t("resource.unsaved")}</Pill>}
        {HeadMarks && <HeadMarks entity={entity} />}
        <CopyId id={entity.id} label={t("resource.copyId")} />
        {resource.usesTab && <UsedBy resource={resource} id={entity.id} tab={resource.usesTab} />}
      </PageHeader>
      <ServerNotice resource={resource} />
      <EditorTabs
        resource={resource}
        entityId={entity.id}
        edited={edited}
        isStored
        isReadOnly={!canSave}
        first={own.filter(({ isFirst }) => isFirst)}
        last={own.filter(({ isFirst }) => !isFirst)}
        tab={tab}
        header={header}
        warnings={warnings}
        notice={<SaveNotice edited={edited} isTried={isTried && edited.isChanged} error={error} />}
      />
    </div>
  );
}

/** How many of each kind use it, as a link to the tab that lists them. */
function UsedBy({ resource, id, tab }: { resource: Resource; id: string; tab: string }) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const route = `list${resource.name}Uses` as PlatformRouteName;
  const call = dataHost.offers(route) && (client as unknown as Record<string, UsesCall | undefined>)[route];
  const uses = useQuery({
    queryKey: [`${resource.name.toLowerCase()}-uses`, id],
    queryFn: ({ signal }) => (call ? call({ id, signal }) : []),
    enabled: Boolean(call),
    staleTime: 0,
  }).data;
  if (!uses) return null;
  const counts = USE_KINDS.flatMap((kind) => {
    const count = uses.filter((use) => use.resource === kind).length;
    return count > 0 ? [t(`uses.counts.${kind}`, { count })] : [];
  });
  if (counts.length === 0) return <span>{t("uses.nothing")}</span>;
  return (
    <Link to="." search={{ tab }} className={classes.uses}>
      {t("uses.usedBy", { list: new Intl.ListFormat(i18n.language).format(counts) })}
    </Link>
  );
}

type UsesCall = (options: { id: string; signal: AbortSignal }) => Promise<readonly Use[]>;

interface PageMenuProps {
  resource: Resource;
  entity: ResourceEntity;
  edited: EditedObject;
  /** The first segment of the list that opens after a deletion. Default: the resource's. */
  listPath?: string;
}

/** Rare actions: duplicate, discard changes, delete. */
export function PageMenu({ resource, entity, edited, listPath = resource.path }: PageMenuProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(resource);
  const [isAsking, ask] = useDisclosure();
  const { question, deleteThem } = useDelete(resource);
  const things = [{ id: entity.id, name: texts.nameOf(entity) }];
  // The copy is made at the address of the list.
  const canDuplicate = resource.schema && listPath === resource.path && !resource.createAction && may("create");
  if (!canDuplicate && !may("update") && !may("delete")) return null;
  const confirm = async () => {
    await navigate({ to: "/$resource", params: { resource: listPath }, ignoreBlocker: true });
    for (const id of await deleteThem(things)) {
      queryClient.removeQueries({ queryKey: resourceKeys.one(resource.path, id) });
    }
  };
  return (
    <>
      <DotsMenu variant="default" size={32} aria-label={t("resource.more")}>
        {canDuplicate && <DuplicateItem path={resource.path} id={entity.id} />}
        {may("update") && resource.schema && (
          <Menu.Item disabled={!edited.isChanged} onClick={edited.discard}>
            {t("resource.discard")}
          </Menu.Item>
        )}
        {may("delete") && (
          <Menu.Item color="red" onClick={ask.open}>
            {t("resource.delete")}
          </Menu.Item>
        )}
      </DotsMenu>
      <ConfirmLater isAsking={isAsking} {...question(things)} onClose={ask.close} onConfirm={confirm} />
    </>
  );
}
