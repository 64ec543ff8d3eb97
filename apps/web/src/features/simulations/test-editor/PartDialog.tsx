import { Scorer, TEST_MAX_SCORERS, TesterSteps, ToolMocks } from "@callwright/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import type { Fields } from "../../../resource/page/edited-object.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { suiteTestResource } from "../suite-tests.ts";
import { withCheck } from "./expectations.ts";

/** One entry of a list of the test. */
export interface Part {
  list: "steps" | "scorers" | "toolMocks";
  index: number;
}

const PARTS = z.strictObject({
  steps: TesterSteps,
  scorers: z.array(Scorer).max(TEST_MAX_SCORERS),
  toolMocks: ToolMocks,
});

interface PartDialogProps {
  part: Part;
  object: Fields;
  problems: readonly ConfigProblem[];
  isReadOnly: boolean;
  /** Gets the whole list. */
  onChange: (list: unknown[]) => void;
  onClose: () => void;
}

const MAIN_FIELDS = [
  "scorers.check",
  "toolMocks.result",
  "toolMocks.arguments",
  "steps.branches",
  "steps.otherwise",
  "steps.name",
];

/** All fields of a line, an expectation or a mock. Edits are in the test at once. */
export function PartDialog({ part: { list, index }, object, problems, isReadOnly, onChange, onClose }: PartDialogProps) {
  const { t } = useTranslation();
  const texts = useResourceTexts(suiteTestResource);
  useReturnedFocus();
  const entries = (object[list] ?? []) as unknown[];
  const entry = entries[index];
  const set = (next: unknown) => {
    const value = list === "scorers" ? withCheck(entry as Scorer, next as Scorer, t) : next;
    onChange(entries.with(index, value));
  };
  const remove = () => {
    onChange(entries.filter((_, place) => place !== index));
    onClose();
  };
  if (entry === undefined) return null;
  return (
    <Modal opened size="lg" onClose={onClose} title={t(`simulations.editor.part.${list}`)}>
      <Stack>
        <FormPart
          schema={PARTS}
          path={[list, index]}
          texts={texts}
          value={entry}
          onChange={set}
          problems={problems}
          isReadOnly={isReadOnly}
          mainFields={MAIN_FIELDS}
          openDepth={2}
        />
        <Group justify="flex-end">
          {!isReadOnly && list !== "steps" && (
            <Button color="red" variant="subtle" onClick={remove}>
              {t("resource.delete")}
            </Button>
          )}
          <Button variant="filled" onClick={onClose}>
            {t("simulations.editor.done")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
