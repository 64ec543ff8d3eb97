import type { CreateTool } from "@callwright/contract";
import { Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Pill } from "../../../kit/Pill.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { beginAtField } from "../../../resource/form/focus-field.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { ToolEditor } from "../../tools/editor/ToolEditor.tsx";
import { nameOfTool, wordsAt } from "../../tools/editor/tool-layout.ts";
import { TestPane } from "../../tools/test/TestPane.tsx";
import { toolKind } from "../../tools/tool-kind.ts";
import classes from "./stored-tools.module.css";

interface ToolSheetProps {
  tool: CreateTool;
  /** In the assistant. */
  path: readonly (string | number)[];
  problems: readonly ConfigProblem[];
  onChange: (tool: CreateTool) => void;
  onClose: () => void;
}

const ASSISTANT = { name: "Assistant" } as const;
const TOOL = { name: "Tool", texts: "tools" } as const;

/** A tool that only this assistant has, in the editor of tools. Changes are of the draft at once. */
export function ToolSheet({ tool, path, problems, onChange, onClose }: ToolSheetProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const support = useFieldSupport(ASSISTANT);
  const texts = useResourceTexts(TOOL);
  const given = { ...tool };
  const kind = toolKind(t, tool.type);
  const name = nameOfTool(given);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={760}
      title={
        <>
          {name ?? kind} {name && <Pill>{kind}</Pill>}
        </>
      }
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ body: classes.sheet ?? "" }}
      styles={{ title: { fontSize: 16, fontWeight: 650, overflowWrap: "anywhere" } }}
    >
      <div ref={(element) => beginAtField(element, [[...path, wordsAt(tool.type)?.name].join(".")])}>
        <ToolEditor
          tool={given}
          onChange={(next) => onChange({ ...next } as CreateTool)}
          prefix={path}
          problems={problems}
          texts={texts}
          support={support}
          isStored={false}
        />
      </div>
      <TestPane tool={tool} isChanged />
    </Drawer>
  );
}
