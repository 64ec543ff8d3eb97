import { ActionIcon, Anchor, Select, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBinaryTree2, IconList, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { CanvasList } from "../../kit/canvas/CanvasList.tsx";
import classes from "../../kit/canvas/canvas-frame.module.css";
import type { CanvasEdge, CanvasNode } from "../../kit/canvas/canvas-parts.ts";
import { FlowCanvas } from "../../kit/canvas/FlowCanvas.tsx";
import type { Selected } from "../../kit/canvas/use-card-nodes.ts";
import type { CanvasProps } from "../../resource/canvas-props.ts";
import type { useEndingChange } from "../../resource/catalog/use-ending-warnings.ts";
import { focusField } from "../../resource/form/focus-field.ts";
import { ProblemsMenu } from "../../resource/ProblemsMenu.tsx";
import { UndoButtons } from "../../resource/page/UndoButtons.tsx";
import type { RunTarget } from "./RunSide.tsx";
import { StartButton } from "./StartButton.tsx";
import { TeamSide } from "./TeamSide.tsx";
import type { CanvasRun, RunStart } from "./use-canvas-run.ts";

const SuccessorDialog = lazy(async () => ({
  default: (await import("../assistants/editor/SuccessorDialog.tsx")).SuccessorDialog,
}));

/** The selection of a canvas, and edits of its parts by their ids. */
interface TeamEditor {
  drawing: { nodes: readonly CanvasNode[]; edges: readonly CanvasEdge[] };
  selected: Selected;
  focus: { id: string } | undefined;
  select: (change: (before: Selected) => Selected) => void;
  clear: () => void;
  find: (id: string) => void;
  connect: (from: string, to: string) => void;
  remove: (ids: Selected) => void;
  /** Selects the part at a dotted path; false if there is none. */
  selectPath: (path: string) => boolean;
  /** Moves the part of this name into view. */
  follow: (name: string) => void;
}

export interface TeamCanvasProps extends CanvasProps {
  editor: TeamEditor;
  endings: ReturnType<typeof useEndingChange>;
  labels: { picture: string; list: string };
  run: CanvasRun;
  onStart: (start: RunStart) => void;
  /** No agent can answer. */
  isEmpty?: boolean;
  target: RunTarget;
  /** The name of the conversation in labels. */
  name: string;
  voice?: unknown;
  /** The name of the part at a dotted path. */
  nameOf: (path: string) => string | undefined;
  /** The form of the selected part. */
  step: ReactNode;
  /** The form of the whole. */
  settings: ReactNode;
  /** Adds parts. */
  add: ReactNode;
  /** Absent: the layout is fixed. */
  onLayout?: () => void;
  flow?: Pick<ComponentProps<typeof FlowCanvas>, "isFixed" | "onMove" | "next">;
}

/** On a phone, a canvas begins as a list. */
function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false }) === true;
}

/** A squad or a workflow as a picture or a list, and a column with its forms, its problems and a conversation beside it. */
export function TeamCanvas(props: TeamCanvasProps) {
  const { t } = useTranslation();
  const { object, onChange, isReadOnly, editor, endings, labels, run, onStart, add, header, history } = props;
  const { nodes, edges } = editor.drawing;
  const isPhone = useIsPhone();
  // A choice counts for screens of that size.
  const [chosen, choose] = useState<{ isPhone: boolean; isList: boolean }>();
  const isList = chosen?.isPhone === isPhone ? chosen.isList : isPhone;
  const navigate = useNavigate();
  // The column opens its tab with the settings when a field of them is shown.
  const [shown, setShown] = useState(0);
  const show = async (path: string) => {
    await navigate({ to: ".", search: ({ tab: _, ...rest }: { tab?: string }) => rest });
    if (!editor.selectPath(path)) {
      editor.clear();
      setShown((count) => count + 1);
    }
    focusField([path]);
  };
  const warnings = [...endings.warnings, ...props.warnings];
  const Other = isList ? IconBinaryTree2 : IconList;
  const showOther = t(isList ? "canvas.showPicture" : "canvas.showList");
  const before = !isReadOnly && (
    <>
      {add}
      <UndoButtons edited={history} />
      <span className={classes.divider} />
    </>
  );
  const after = (
    <>
      {props.onLayout && !isReadOnly && !isList && (
        <button type="button" className={classes.tool} onClick={props.onLayout}>
          {t("canvas.layout")}
        </button>
      )}
      {!isList && <span className={classes.divider} />}
      <Select
        size="xs"
        w={150}
        variant="unstyled"
        className={classes.find ?? ""}
        searchable
        aria-label={t("canvas.find")}
        placeholder={t("canvas.findHint")}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        rightSection={<span />}
        comboboxProps={{ width: 240, position: "top-start" }}
        nothingFoundMessage={t("canvas.notFound")}
        data={nodes.map(({ id, title, text }) => ({ value: id, label: title === "" ? text : title }))}
        value={null}
        onChange={(id) => id !== null && editor.find(id)}
      />
      <Tooltip label={showOther}>
        <ActionIcon aria-label={showOther} onClick={() => choose({ isPhone, isList: !isList })}>
          <Other size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  );
  return (
    <div className={classes.work}>
      {header.quiet &&
        createPortal(
          <ProblemsMenu problems={props.problems} warnings={warnings} onShow={(path) => void show(path)} />,
          header.quiet,
        )}
      {header.main && createPortal(<StartButton run={run} isDisabled={props.isEmpty} onStart={onStart} />, header.main)}
      <Suspense fallback={null}>
        {endings.shown && (
          <SuccessorDialog
            ending={endings.shown}
            config={object}
            onChange={(change) => onChange({ ...change(object) })}
            onClose={endings.close}
          />
        )}
      </Suspense>
      <div className={classes.main}>
        {isList ? (
          <>
            <CanvasList
              label={labels.list}
              nodes={nodes}
              edges={edges}
              selected={editor.selected}
              onSelect={editor.find}
              onRemove={(id) => editor.remove(new Set([id]))}
              isReadOnly={isReadOnly}
            />
            <div className={classes.bar}>
              {before}
              {after}
            </div>
          </>
        ) : (
          <FlowCanvas
            label={labels.picture}
            nodes={nodes}
            edges={edges}
            selected={editor.selected}
            onSelect={editor.select}
            focus={editor.focus}
            isReadOnly={isReadOnly}
            onConnect={editor.connect}
            onRemove={editor.remove}
            tools={{ before, after }}
            {...props.flow}
          />
        )}
      </div>
      <TeamSide {...props} warnings={warnings} shown={shown} onShow={(path) => void show(path)} />
    </div>
  );
}

/** Leads from the settings to the whole as JSON. */
export function JsonLink() {
  const { t } = useTranslation();
  return (
    <Anchor size="sm" renderRoot={(link) => <Link to="." search={{ tab: "json" }} {...link} />}>
      {t("canvas.asJson")}
    </Anchor>
  );
}
