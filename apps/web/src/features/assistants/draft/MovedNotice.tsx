import type { Assistant } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../../data/services.tsx";
import { useMemberName } from "../../../data/use-member-name.ts";
import { assistantKeys } from "../assistant-queries.ts";
import { versionAuthorQuery } from "../versions/version-queries.ts";
import type { Draft } from "./use-draft.ts";

const route = getRouteApi("/shell/assistants/$id");

interface MovedNoticeProps {
  assistant: Assistant;
  draft: Draft;
}

/** Another version was published while this one is edited. The draft is kept in any case; publishing it asks again. */
export function MovedNotice({ assistant, draft }: MovedNoticeProps) {
  const { t } = useTranslation();
  const [keptOver, keepOver] = useState<string>();
  const { latestVersion } = assistant;
  if (latestVersion === undefined || keptOver === latestVersion) return null;
  const base = draft.state.seen.baseVersion;
  return (
    <Alert color="yellow" variant="outline">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={550}>
            <WhoPublished id={assistant.id} current={latestVersion} base={base} />
          </Text>
          <Text>{t("editor.movedBody", { current: latestVersion })}</Text>
        </div>
        <Group gap={8}>
          <SeeChanges id={assistant.id} from={base} to={latestVersion} />
          <Button size="compact-sm" onClick={() => keepOver(latestVersion)}>
            {t("editor.keepMine")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

function WhoPublished({ id, current, base }: { id: string; current: string; base: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: author } = useQuery(versionAuthorQuery(useClient(), id, current));
  const name = useMemberName(author);
  const versions = { current, base };
  if (session.kind === "signed-in" && author === session.user.id) return t("editor.movedByYou", versions);
  return name === undefined ? t("editor.moved", versions) : t("editor.movedBy", { name, ...versions });
}

/** Opens the Versions tab with the other version's changes. */
function SeeChanges({ id, from, to }: { id: string; from: string; to: string }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const see = () => {
    // The cached list is older than the version.
    void queryClient.invalidateQueries({ queryKey: assistantKeys.versions(id) });
    void navigate({ search: (search) => ({ ...search, tab: "versions", from, to }) });
  };
  return (
    <Button size="compact-sm" onClick={see}>
      {t("editor.seeChanges")}
    </Button>
  );
}
