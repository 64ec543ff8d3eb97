import type { Tool } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { useLiveAction } from "../../data/realtime/use-live-mutation.ts";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { JsonEditor } from "../../resource/json/JsonEditor.tsx";
import { readJsonObject, writeJson } from "../../resource/json/json-text.ts";
import { isTestable, sampleArguments } from "./sample-arguments.ts";
import { TestResult } from "./TestResult.tsx";
import classes from "./test-tab.module.css";

/** Sends a tool's request as a call would, with arguments of one's own, and shows what came back. */
export function TestTab({ entity: tool }: { entity: Tool }) {
  const { t } = useTranslation();
  const mayTest = useMayEdit("updateTool");
  const isElsewhere = useRealtimeState() === "off";
  const note = !isTestable(tool)
    ? t("toolTest.notSent")
    : isElsewhere
      ? t("toolTest.elsewhere")
      : mayTest
        ? undefined
        : t("toolTest.notAllowed");
  return (
    <div className={classes.tab}>
      {note === undefined ? <TestForm key={tool.updatedAt} tool={tool} /> : <Text c="dimmed">{note}</Text>}
    </div>
  );
}

function TestForm({ tool }: { tool: Tool }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(sampleArguments(tool)));
  const read = useMemo(() => readJsonObject(text), [text]);
  const send = useLiveAction("tools:test");
  const test = useMutation({ mutationFn: () => send({ id: tool.id, argumentsJson: text }) });
  return (
    <>
      <Text c="dimmed">{t("toolTest.hint")}</Text>
      <div role="status" className={classes.problem}>
        {!read.ok && (read.reason === "not-json" ? t("resource.json.invalid", { reason: read.detail }) : t("toolTest.notObject"))}
      </div>
      <JsonEditor label={t("toolTest.arguments")} text={text} onChange={setText} />
      <Group gap={8}>
        {/* Not disabled while the test runs: a disabled button loses the keyboard focus. */}
        <Button
          variant="filled"
          disabled={!read.ok}
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          {t(test.isPending ? "toolTest.sending" : "toolTest.send")}
        </Button>
        <Button onClick={() => setText(writeJson(sampleArguments(tool)))}>{t("toolTest.reset")}</Button>
      </Group>
      <div role="status">
        {test.error && (
          <Alert color="red" variant="outline">
            {t("toolTest.failed", { reason: test.error.message })}
          </Alert>
        )}
        {test.data && <TestResult result={test.data} />}
      </div>
    </>
  );
}
