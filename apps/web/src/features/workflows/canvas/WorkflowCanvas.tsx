import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMicrophone } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { CanvasFrame } from "../../../kit/canvas/CanvasFrame.tsx";
import { CanvasList } from "../../../kit/canvas/CanvasList.tsx";
import { CanvasTools, type CanvasView } from "../../../kit/canvas/CanvasTools.tsx";
import { FlowCanvas } from "../../../kit/canvas/FlowCanvas.tsx";
import { Palette } from "../../../kit/canvas/Palette.tsx";
import type { Running } from "../../../kit/canvas/running.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { CanvasName } from "../../../resource/CanvasName.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { focusField } from "../../../resource/form/focus-field.ts";
import { ProblemsMenu } from "../../../resource/ProblemsMenu.tsx";
import { KIND_ICONS } from "../graph/drawn-graph.ts";
import { type Graph, graphOf } from "../graph/edit-graph.ts";
import { isNodeKind, NODE_KINDS } from "../graph/node-kinds.ts";
import { AddNodeMenu } from "./AddNodeMenu.tsx";
import { SelectionInspector } from "./SelectionInspector.tsx";
import { useClipboard } from "./use-clipboard.ts";
import { useGraphEditor } from "./use-graph-editor.ts";
import { useWorkflowProblems } from "./use-workflow-problems.ts";

const CanvasTalk = lazy(async () => ({ default: (await import("../../talk/CanvasTalk.tsx")).CanvasTalk }));

/** A workflow as nodes and edges. On a phone it is a list that cannot be edited. */
export function WorkflowCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const graph = graphOf(props.object);
  if (!graph) return <EmptyNote title={t("workflows.notDrawable")} body={t("workflows.notDrawableBody")} />;
  return <GraphCanvas {...props} graph={graph} />;
}

const NO_WARNINGS = [] as const;

function GraphCanvas({ graph, ...props }: CanvasProps & { graph: Graph }) {
  const { t } = useTranslation();
  const { object, entityId, onChange } = props;
  const isPhone = useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false });
  const isReadOnly = props.isReadOnly || isPhone === true;
  const [chosenView, setView] = useState<CanvasView>("picture");
  const view = isPhone ? "list" : chosenView;
  const [isTalking, setTalking] = useState(false);
  const [running, setRunning] = useState<Running>();
  const problems = useWorkflowProblems(object, graph, props.problems);
  const editor = useGraphEditor({ graph, problems, running, onChange: (next) => onChange({ ...object, ...next }) });
  useClipboard(editor, isReadOnly);
  const name = typeof object.name === "string" && object.name !== "" ? object.name : t("workflows.unnamed");
  const navigate = useNavigate();
  const show = async (path: string) => {
    if (!editor.selectPath(path)) await navigate({ to: ".", search: { tab: "form" } });
    focusField([path]);
  };
  const entries = NODE_KINDS.map((kind) => ({ kind, label: t(`workflows.kinds.${kind}`), icon: KIND_ICONS[kind] }));
  const add = (kind: string) => isNodeKind(kind) && editor.add(kind, t(`workflows.kinds.${kind}`));
  return (
    <CanvasFrame
      tools={
        <CanvasTools
          name={<CanvasName {...props} isReadOnly={isReadOnly} />}
          nodes={editor.drawing.nodes}
          onFind={editor.find}
          view={view}
          onView={isPhone ? undefined : setView}
          onLayout={isReadOnly || view === "list" ? undefined : editor.layout}
        >
          <ProblemsMenu problems={problems} warnings={NO_WARNINGS} onShow={(path) => void show(path)} />
          <Button
            variant="filled"
            size="compact-sm"
            aria-keyshortcuts="t"
            leftSection={<IconMicrophone size={14} aria-hidden="true" />}
            disabled={isTalking}
            onClick={() => setTalking(true)}
          >
            {t("editor.talk")}
          </Button>
        </CanvasTools>
      }
      side={<SelectionInspector {...props} isReadOnly={isReadOnly} problems={problems} editor={editor} />}
      talk={
        isTalking && (
          <Suspense fallback={null}>
            <CanvasTalk
              target={{ workflow: entityId !== undefined && !props.isChanged ? entityId : { ...object, name } }}
              targetId={entityId ?? ""}
              name={name}
              voice={object.voice}
              running={running}
              onRunning={(next) => {
                setRunning(next);
                if (next?.current !== undefined && next.current !== running?.current) editor.follow(next.current);
              }}
              onClose={() => {
                setTalking(false);
                setRunning(undefined);
              }}
            />
          </Suspense>
        )
      }
    >
      {view === "list" ? (
        <CanvasList
          label={t("workflows.list")}
          nodes={editor.drawing.nodes}
          edges={editor.drawing.edges}
          selected={editor.selected}
          onSelect={editor.find}
          onRemove={(id) => editor.remove(new Set([id]))}
          isReadOnly={isReadOnly}
        >
          <AddNodeMenu entries={entries} onAdd={add} />
        </CanvasList>
      ) : (
        <FlowCanvas
          label={t("workflows.canvas")}
          nodes={editor.drawing.nodes}
          edges={editor.drawing.edges}
          selected={editor.selected}
          onSelect={editor.select}
          focus={editor.focus}
          isReadOnly={isReadOnly}
          onMove={editor.move}
          onConnect={editor.connect}
          onRemove={editor.remove}
          onDropKind={(kind, place) => isNodeKind(kind) && editor.add(kind, t(`workflows.kinds.${kind}`), place)}
        >
          {!isReadOnly && <Palette title={t("workflows.add")} entries={entries} onAdd={add} />}
        </FlowCanvas>
      )}
    </CanvasFrame>
  );
}
