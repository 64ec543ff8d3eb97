import type { TestSuite } from "@callwright/contract";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { PageMenu } from "../../resource/page/PageMenu.tsx";
import { CreatePage } from "../../resource/page/ResourceCreatePage.tsx";
import { EntityEditor } from "../../resource/page/ResourcePage.tsx";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { RunButton } from "./RunButton.tsx";
import { suiteTestResource } from "./suite-tests.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

const route = getRouteApi("/shell/simulations/$id");
const create = getRouteApi("/shell/simulations/new");

/** A suite: its matrix, tests, callers and runs. */
export function SuitePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const suite = useSuspenseQuery(resourceQuery(useClient(), testSuiteResource, id, useIsLive())).data;
  const texts = useResourceTexts(testSuiteResource);
  const testTexts = useResourceTexts(suiteTestResource);
  const mayAdd = useMay(suiteTestResource)("create");
  return (
    <EntityEditor
      key={id}
      resource={testSuiteResource}
      entity={suite}
      tab={tab}
      savesWhenChanged
      parent={
        <Link to="/$resource" params={{ resource: testSuiteResource.path }}>
          {texts.title}
        </Link>
      }
      menu={(edited) => (
        <>
          <PageMenu resource={testSuiteResource} entity={suite} edited={edited} />
          {mayAdd && (
            <Button
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              renderRoot={(props) => <Link to="/simulations/$id/tests/new" params={{ id }} {...props} />}
            >
              {t("resource.create", testTexts.nouns)}
            </Button>
          )}
          <RunButton
            suite={suite as TestSuite}
            isDisabled={edited.isChanged}
            // The newest run is the one that the matrix shows.
            onPress={() => void navigate({ search: {} })}
          />
        </>
      )}
    />
  );
}

/** Adds a suite. */
export function CreateSuitePage() {
  return <CreatePage {...create.useSearch()} resource={testSuiteResource} />;
}
