import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useClient } from "../../data/services.tsx";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

/** The suite of a test. */
export function SuiteLink({ id }: { id: string }) {
  const suite = useSuspenseQuery(resourceQuery(useClient(), testSuiteResource, id)).data;
  const texts = useResourceTexts(testSuiteResource);
  return (
    <Link to="/$resource/$id" params={{ resource: testSuiteResource.path, id }}>
      {texts.nameOf(suite)}
    </Link>
  );
}
