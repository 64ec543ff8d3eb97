import type { PlatformRouteName } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { CopyAsMenu } from "../copy/CopyAsMenu.tsx";
import { focusField } from "../form/focus-field.ts";
import { ProblemsMenu } from "../ProblemsMenu.tsx";
import type { ConfigProblem } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { callNameOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { EditorTabs, type OwnTab } from "./EditorTabs.tsx";
import { isWritten, routeOf } from "./object-fields.ts";
import classes from "./page.module.css";
import { ServerNotice } from "./ServerNotice.tsx";
import { USE_KINDS, type Use } from "./UseList.tsx";
import type { ObjectEditor } from "./use-edited-object.ts";

/** Problems are shown at their fields, and above the form after an attempt to save. */
const NO_PROBLEMS: readonly ConfigProblem[] = [];

interface EntityFrameProps {
  resource: Resource;
  entity: ResourceEntity;
  /** The tab in the address. */
  tab: string | undefined;
  /** A link to the parent resource. */
  parent: ReactNode;
  edited: ObjectEditor;
  isReadOnly: boolean;
  /** Of the last save. */
  warnings: readonly ConfigProblem[];
  /** Beside the title: the state of what was edited. */
  state: ReactNode;
  /** The button that saves or publishes. */
  main: ReactNode;
  menu: ReactNode;
  /** Above the open tab. */
  notice: ReactNode;
  /** Tabs after the resource's own. */
  more?: readonly OwnTab[];
}

/** The page of a stored entity: its head, and its form, JSON and own tabs. */
export function EntityFrame(props: EntityFrameProps) {
  const { resource, entity, tab, edited, isReadOnly, warnings, main, more = [] } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const texts = useResourceTexts(resource);
  const show = async (path: string) => {
    await navigate({ to: ".", search: { tab: "form" } });
    focusField([path]);
  };
  const [quiet, setQuiet] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const header = useMemo(() => ({ quiet, main: place }), [quiet, place]);
  const hasName = useMemo(() => !resource.nameOf && isWritten(resource, "name"), [resource]);
  const own = (resource.tabs ?? []).map(({ id, component: Tab, isFirst, count: Count }) => ({
    id,
    isFirst,
    content: <Tab entity={entity} />,
    count: Count && <Count entity={entity} />,
  }));
  const { actions: Actions, headMarks: HeadMarks } = resource;
  const { rename = hasName ? (object: object, name: string) => ({ ...object, name }) : undefined } = resource;
  return (
    <div className={classes.page}>
      <PageHeader
        title={texts.nameOf({ ...entity, ...edited.object })}
        parent={props.parent}
        onRename={rename && !isReadOnly ? (name) => edited.set(rename(edited.object, name)) : undefined}
        actions={
          <>
            {resource.canvas && <span ref={setQuiet} className={classes.place} />}
            {(!resource.canvas || tab === "json") && (
              <ProblemsMenu problems={NO_PROBLEMS} warnings={warnings} onShow={(path) => void show(path)} />
            )}
            {Actions && <Actions entity={entity} />}
            {!isReadOnly && !resource.paramsOf && (
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
            {props.menu}
          </>
        }
        main={
          resource.canvas ? (
            <>
              {main}
              <span ref={setPlace} className={classes.place} />
            </>
          ) : (
            main
          )
        }
      >
        {props.state}
        {HeadMarks && <HeadMarks entity={entity} />}
        {/* A draft has more to say there: its id is in the menu. */}
        {!resource.versions && <CopyId id={entity.id} label={t("resource.copyId")} />}
        {resource.usesTab && <UsedBy resource={resource} id={entity.id} tab={resource.usesTab} />}
      </PageHeader>
      <ServerNotice resource={resource} />
      <EditorTabs
        resource={resource}
        entityId={entity.id}
        edited={edited}
        isStored
        isReadOnly={isReadOnly}
        changeable={resource.changeable?.(entity)}
        first={own.filter(({ isFirst }) => isFirst)}
        last={[...own.filter(({ isFirst }) => !isFirst), ...more]}
        tab={tab}
        header={header}
        warnings={warnings}
        notice={props.notice}
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
  if (counts.length === 0) return <span className={classes.uses}>{t("uses.nothing")}</span>;
  return (
    <Link to="." search={{ tab }} className={classes.uses}>
      {t("uses.usedBy", { list: new Intl.ListFormat(i18n.language).format(counts) })}
    </Link>
  );
}

type UsesCall = (options: { id: string; signal: AbortSignal }) => Promise<readonly Use[]>;
