import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
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
import { problemAt } from "../../resource/problems.ts";
import { RunButtons } from "./RunButtons.tsx";
import { RunSide, type RunTarget } from "./RunSide.tsx";
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
  find: (id: string) => void;
  connect: (from: string, to: string) => void;
  remove: (ids: Selected) => void;
  /** Selects the part at a dotted path; false if there is none. */
  selectPath: (path: string) => boolean;
  /** Moves the part of this name into view. */
  follow: (name: string) => void;
}

interface TeamCanvasProps extends CanvasProps {
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
  inspector: ReactNode;
  /** What adds parts to the list, and to the picture. */
  add: { list: ReactNode; picture: ReactNode };
  /** Absent: the layout is fixed. */
  onLayout?: () => void;
  flow?: Pick<ComponentProps<typeof FlowCanvas>, "isFixed" | "onMove" | "onDropKind">;
}

/** On a phone, a canvas is a list that cannot be edited. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false }) === true;
}

/** A squad or a workflow as a picture or a list, with its tools above, and its inspector and a conversation beside it. */
export function TeamCanvas(props: TeamCanvasProps) {
  const { t } = useTranslation();
  const { object, onChange, isReadOnly, entityId, editor, endings, labels, run, onStart, name, add } = props;
  const { nodes, edges } = editor.drawing;
  const isPhone = useIsPhone();
  const [chosenView, setView] = useState("picture");
  const view = isPhone ? "list" : chosenView;
  const navigate = useNavigate();
  const show = async (path: string) => {
    if (!editor.selectPath(path)) await navigate({ to: ".", search: { tab: "form" } });
    focusField([path]);
  };
  return (
    <div className={classes.frame}>
      <div className={classes.tools}>
        <NameField {...props} />
        {!isPhone && (
          <SegmentedControl
            size="xs"
            aria-label={t("canvas.view")}
            data={[
              { value: "picture", label: t("canvas.picture") },
              { value: "list", label: t("canvas.list") },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        <Select
          size="xs"
          w={200}
          searchable
          aria-label={t("canvas.find")}
          placeholder={t("canvas.find")}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          nothingFoundMessage={t("canvas.notFound")}
          data={nodes.map(({ id, title, text }) => ({ value: id, label: title === "" ? text : title }))}
          value={null}
          onChange={(id) => id !== null && editor.find(id)}
        />
        {props.onLayout && !isReadOnly && view === "picture" && (
          <Button size="compact-sm" onClick={props.onLayout}>
            {t("canvas.layout")}
          </Button>
        )}
        <span className={classes.spacer} />
        <ProblemsMenu problems={props.problems} warnings={endings.warnings} onShow={(path) => void show(path)} />
        <RunButtons run={run} isDisabled={props.isEmpty} onStart={onStart} />
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
      </div>
      <div className={classes.work}>
        <div className={classes.main}>
          {view === "list" ? (
            <CanvasList
              label={labels.list}
              nodes={nodes}
              edges={edges}
              selected={editor.selected}
              onSelect={editor.find}
              onRemove={(id) => editor.remove(new Set([id]))}
              isReadOnly={isReadOnly}
            >
              {add.list}
            </CanvasList>
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
              {...props.flow}
            >
              {!isReadOnly && add.picture}
            </FlowCanvas>
          )}
        </div>
        {props.inspector}
        <RunSide run={run} target={props.target} targetId={entityId} name={name} voice={props.voice} onFollow={editor.follow} />
      </div>
    </div>
  );
}

/** The name of the squad or workflow, so that it can be created without leaving the canvas. */
function NameField({ object, onChange, isReadOnly, problems }: CanvasProps) {
  const { t } = useTranslation();
  const { name, ...rest } = object;
  return (
    <div data-path="name">
      <TextInput
        size="xs"
        w={220}
        aria-label={t("resource.name")}
        placeholder={t("resource.name")}
        disabled={isReadOnly}
        error={problemAt(problems, "name")}
        value={typeof name === "string" ? name : ""}
        onChange={(event) => {
          const text = event.currentTarget.value;
          // Set in place, so that the JSON keeps its order.
          onChange(text === "" ? rest : { ...object, name: text });
        }}
      />
    </div>
  );
}
