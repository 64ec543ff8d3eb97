import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useClient } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { EditorTabs } from "../../resource/page/EditorTabs.tsx";
import { LeaveGuard } from "../../resource/page/LeaveGuard.tsx";
import classes from "../../resource/page/page.module.css";
import { SaveNotice } from "../../resource/page/SaveNotice.tsx";
import type { EditedObject } from "../../resource/page/use-edited-object.ts";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { suiteTestResource } from "./suite-tests.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

interface TestEditorProps {
  suiteId: string;
  title: string;
  edited: EditedObject;
  saving: { isTried: boolean; error: Error | null };
  isStored: boolean;
  isReadOnly: boolean;
  isUnsaved: () => boolean;
  tab: string | undefined;
  actions: ReactNode;
}

/** A test under its suite, stored or in the making. */
export function TestEditor({ suiteId, title, edited, saving, isUnsaved, actions, ...tabs }: TestEditorProps) {
  const suite = useSuspenseQuery(resourceQuery(useClient(), testSuiteResource, suiteId)).data;
  const texts = useResourceTexts(testSuiteResource);
  return (
    <div className={classes.page}>
      <LeaveGuard isUnsaved={isUnsaved} />
      <PageHeader
        title={title}
        parent={
          <Link to="/$resource/$id" params={{ resource: testSuiteResource.path, id: suiteId }}>
            {texts.nameOf(suite)}
          </Link>
        }
        actions={actions}
      />
      <EditorTabs
        {...tabs}
        resource={suiteTestResource}
        edited={edited}
        notice={<SaveNotice edited={edited} isTried={saving.isTried} error={saving.error} />}
      />
    </div>
  );
}
