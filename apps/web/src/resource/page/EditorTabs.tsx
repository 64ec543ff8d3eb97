import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { TabRow } from "../../kit/TabRow.tsx";
import type { HeaderPlaces } from "../canvas-props.ts";
import type { ConfigProblem } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { useFieldSupport } from "../use-field-support.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import classes from "./page.module.css";
import type { ObjectEditor } from "./use-edited-object.ts";

const SchemaForm = lazy(async () => ({ default: (await import("../form/SchemaForm.tsx")).SchemaForm }));
const JsonTab = lazy(async () => ({ default: (await import("../json/JsonTab.tsx")).JsonTab }));

export interface OwnTab {
  id: string;
  content: ReactNode;
  /** Beside the title. */
  count?: ReactNode;
}

interface EditorTabsProps {
  resource: Resource;
  /** Id of the stored entity. */
  entityId?: string;
  edited: ObjectEditor;
  isStored: boolean;
  isReadOnly: boolean;
  /** The only fields that may change. Default: all. */
  changeable?: readonly string[] | undefined;
  /** Tabs of the resource's own, before the form and after the JSON. */
  first?: readonly OwnTab[];
  last?: readonly OwnTab[];
  /** The tab in the address. */
  tab: string | undefined;
  /** Above the open tab. */
  notice?: ReactNode;
  /** For a canvas: places in the page's header, and the warnings of the last save. */
  header: HeaderPlaces;
  warnings?: readonly ConfigProblem[];
}

const NO_WARNINGS: readonly ConfigProblem[] = [];

/** The form and JSON of one object, and the resource's own tabs. */
export function EditorTabs({
  resource,
  entityId,
  edited,
  isStored,
  isReadOnly,
  changeable,
  first = [],
  last = [],
  tab,
  notice,
  header,
  warnings = NO_WARNINGS,
}: EditorTabsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const texts = useResourceTexts(resource);
  const support = useFieldSupport(resource);
  const { schema, canvas: Canvas, editor: Editor } = resource;
  const own = {
    entityId,
    object: edited.object,
    onChange: (next: typeof edited.object) => edited.set(next),
    isReadOnly,
    isStored,
    isChanged: edited.isChanged,
    problems: edited.shown,
    warnings,
    history: edited,
    header,
    texts,
    support,
  };
  const form = schema && {
    id: "form",
    content: Editor ? (
      <Editor {...own} />
    ) : (
      <>
        {changeable && !isReadOnly && <p className={classes.serverNotice}>{texts.changeable}</p>}
        <SchemaForm
          schema={schema}
          texts={texts}
          value={edited.object}
          onChange={(next) => edited.set(next as typeof edited.object)}
          problems={edited.shown}
          isStored={isStored}
          isReadOnly={isReadOnly}
          changeable={changeable}
          support={support}
          mainFields={resource.mainFields}
          parts={resource.parts}
        />
      </>
    ),
  };
  const json = {
    id: "json",
    content: (
      <JsonTab
        label={t("resource.json.label", { name: texts.one })}
        hint={t(schema && !isReadOnly ? "resource.json.hint" : "resource.json.readOnlyHint")}
        schema={schema}
        value={edited.object}
        onChange={schema && !isReadOnly ? edited.set : undefined}
        problems={edited.all}
      />
    ),
  };
  const canvas = Canvas && { id: "canvas", content: <Canvas {...own} /> };
  // A canvas has the form beside it.
  const tabs: OwnTab[] = [...first, ...(canvas ? [canvas] : form ? [form] : []), json, ...last];
  const open = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const titleOf = (id: string) => (id === "canvas" || id === "form" || id === "json" ? t(`resource.tabs.${id}`) : texts.tab(id));
  return (
    <Tabs
      className={classes.tabs ?? ""}
      value={open?.id ?? null}
      onChange={(next) =>
        void navigate({
          to: ".",
          search: ({ tab: _, ...rest }: { tab?: string }) =>
            next === null || next === tabs[0]?.id ? rest : { ...rest, tab: next },
        })
      }
    >
      {open?.id !== "canvas" && <TabRow tabs={tabs.map(({ id, count }) => ({ id, title: titleOf(id), count }))} />}
      <div
        className={classes.scroll}
        data-fills={open?.id === "canvas" || undefined}
        data-edge={(Editor && open?.id === "form") || undefined}
      >
        {notice}
        <Suspense fallback={<PageSkeleton />}>
          {tabs.map(({ id, content }) => (
            <Tabs.Panel key={id} value={id} {...(id === "canvas" ? { className: classes.canvas ?? "" } : {})}>
              {content}
            </Tabs.Panel>
          ))}
        </Suspense>
      </div>
    </Tabs>
  );
}
