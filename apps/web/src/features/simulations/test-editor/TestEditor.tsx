import type { TestSuite } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { ConfirmLater } from "../../../kit/ConfirmLater.tsx";
import { CopyId } from "../../../kit/CopyId.tsx";
import { DotsMenu } from "../../../kit/DotsMenu.tsx";
import { late } from "../../../kit/late.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { type Fields, patchOf } from "../../../resource/page/edited-object.ts";
import { LeaveGuard } from "../../../resource/page/LeaveGuard.tsx";
import { fieldsOfEveryPatch, writtenPartOf } from "../../../resource/page/object-fields.ts";
import { SaveNotice } from "../../../resource/page/SaveNotice.tsx";
import { useEditedObject } from "../../../resource/page/use-edited-object.ts";
import { useSave } from "../../../resource/page/use-save.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { rememberEntity, resourceQuery } from "../../../resource/resource-queries.ts";
import { useDelete } from "../../../resource/use-delete.ts";
import { useMay } from "../../../resource/use-may.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { AgentSwitch, RunButton, useTestedAgent } from "../RunButton.tsx";
import { assistantIdOf } from "../start-body.ts";
import { suiteTestResource, useTestsOf } from "../suite-tests.ts";
import { testSuiteResource } from "../test-suite-resource.tsx";
import { EditorBody } from "./EditorBody.tsx";
import { LastRun } from "./LastRun.tsx";
import classes from "./test-editor.module.css";
import { useLastRunOf } from "./use-last-run.ts";

const JsonTab = late(async () => (await import("../../../resource/json/JsonTab.tsx")).JsonTab);

interface TestEditorProps {
  suiteId: string;
  /** Absent for a new one. */
  test?: ResourceEntity;
  initial?: Fields;
  /** `json` shows the test as JSON. */
  tab: string | undefined;
}

const NOTHING: Fields = {};

/** A test as a conversation, beside its last run. */
export function TestEditor({ suiteId, test, initial = NOTHING, tab }: TestEditorProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const resource = useTestsOf(suiteId);
  const texts = useResourceTexts(suiteTestResource);
  const suiteTexts = useResourceTexts(testSuiteResource);
  const suite = useSuspenseQuery(resourceQuery(client, testSuiteResource, suiteId)).data as TestSuite;
  const may = useMay(suiteTestResource);
  const base = useMemo(() => (test ? writtenPartOf(resource, test) : NOTHING), [resource, test]);
  const edited = useEditedObject({ resource, base, initial, isStored: test !== undefined });
  const tested = useTestedAgent(suite);
  const last = useLastRunOf(suiteId, test?.id);
  const canSave = may(test ? "update" : "create");
  const start = useMemo(() => JSON.stringify(initial), [initial]);
  const isChanged = test ? edited.isChanged : JSON.stringify(edited.object) !== start;
  const { save, isTried, isPending, error } = useSave(
    edited,
    async () => {
      const { object } = edited;
      const body = object as Parameters<typeof client.suiteTests.create>[0]["body"];
      if (!test) return { saved: await client.suiteTests.create({ id: suiteId, body }), object };
      const patch = patchOf(edited.edits, fieldsOfEveryPatch(resource)) as Parameters<typeof client.suiteTests.update>[0]["body"];
      return { saved: await client.suiteTests.update({ id: suiteId, testId: test.id, body: patch }), object };
    },
    ({ saved, object }) => {
      rememberEntity(queryClient, resource.path, saved);
      if (test) {
        edited.accept(object, writtenPartOf(resource, saved));
        notifications.show({ message: t("resource.saved") });
        return;
      }
      notifications.show({ message: t("resource.createdNamed", { name: texts.nameOf(saved) }) });
      void navigate({
        to: "/simulations/$id/tests/$testId",
        params: { id: suiteId, testId: saved.id },
        ignoreBlocker: true,
        replace: true,
      });
    },
  );
  const isJson = tab === "json";
  const { name } = edited.object;
  const title = typeof name === "string" && name !== "" ? name : test ? texts.unnamed : t("resource.create", texts.nouns);
  return (
    <div className={classes.page}>
      <LeaveGuard isUnsaved={() => isChanged} />
      <PageHeader
        title={title}
        parent={
          <>
            <Link to="/$resource" params={{ resource: testSuiteResource.path }}>
              {suiteTexts.title}
            </Link>
            {" / "}
            <Link to="/simulations/$id" params={{ id: suiteId }}>
              {suiteTexts.nameOf(suite)}
            </Link>
          </>
        }
        actions={
          <>
            {test && assistantIdOf(suite) !== undefined && <AgentSwitch tested={tested} />}
            <TestMenu suiteId={suiteId} test={test} isJson={isJson} isChanged={isChanged} onDiscard={edited.discard} />
            {canSave && (
              <Button
                variant={test && !isChanged ? "default" : "filled"}
                loading={isPending}
                disabled={test && !isChanged}
                onClick={save}
              >
                {test ? t("resource.save") : t("resource.createSubmit", texts.nouns)}
              </Button>
            )}
            {test && <RunButton suite={suite} testIds={[test.id]} tested={tested} isDisabled={isChanged} />}
          </>
        }
      >
        {isChanged && test && <Pill kind="warn">{t("resource.unsaved")}</Pill>}
        {test && <CopyId id={test.id} label={t("resource.copyId")} />}
      </PageHeader>
      <div className={classes.columns} data-single={!test || undefined}>
        <div className={classes.left}>
          <SaveNotice edited={edited} isTried={isTried} error={error} />
          {isJson ? (
            <JsonTab
              label={t("resource.json.label", { name: texts.one })}
              hint={t(canSave ? "resource.json.hint" : "resource.json.readOnlyHint")}
              schema={suiteTestResource.schema}
              value={edited.object}
              onChange={canSave ? edited.set : undefined}
              problems={edited.all}
            />
          ) : (
            <EditorBody edited={edited} isStored={test !== undefined} isReadOnly={!canSave} last={last} />
          )}
        </div>
        {test && <LastRun suite={suite} testId={test.id} last={last} />}
      </div>
    </div>
  );
}

interface TestMenuProps {
  suiteId: string;
  test: ResourceEntity | undefined;
  isJson: boolean;
  isChanged: boolean;
  onDiscard: () => void;
}

/** Rare actions: the test as JSON, discard changes, delete. */
function TestMenu({ suiteId, test, isJson, isChanged, onDiscard }: TestMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay(suiteTestResource);
  const texts = useResourceTexts(suiteTestResource);
  const [isAsking, ask] = useDisclosure();
  const { question, deleteThem } = useDelete(useTestsOf(suiteId));
  const things = test ? [{ id: test.id, name: texts.nameOf(test) }] : [];
  const confirm = async () => {
    await navigate({ to: "/simulations/$id", params: { id: suiteId }, search: { tab: "tests" }, ignoreBlocker: true });
    await deleteThem(things);
  };
  return (
    <>
      <DotsMenu variant="default" size={32} aria-label={t("resource.more")}>
        <Menu.Item onClick={() => void navigate({ to: ".", search: isJson ? {} : { tab: "json" } })}>
          {t(isJson ? "simulations.editor.asConversation" : "simulations.editor.asJson")}
        </Menu.Item>
        {test && may("update") && (
          <Menu.Item disabled={!isChanged} onClick={onDiscard}>
            {t("resource.discard")}
          </Menu.Item>
        )}
        {test && may("delete") && (
          <Menu.Item color="red" onClick={ask.open}>
            {t("resource.delete")}
          </Menu.Item>
        )}
      </DotsMenu>
      <ConfirmLater isAsking={isAsking} {...question(things)} onClose={ask.close} onConfirm={confirm} />
    </>
  );
}
