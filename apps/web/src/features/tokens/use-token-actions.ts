import type { Token } from "@callwright/contract";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { showUndo } from "../../kit/show-undo.tsx";
import { tokenKeys } from "./token-queries.ts";

/** Actions of a row's menu. They take effect at the token's next request. Failures are shown as notifications. */
export function useTokenActions() {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const meta = { changes: [tokenKeys.all], failure: (reason: string) => t("tokens.failed", { reason }) };
  const restore = useMutation({ mutationFn: (id: string) => client.tokens.restore({ id }), meta });
  const update = useMutation({
    mutationFn: ({ id, restrictions }: Token) => client.tokens.update({ id, body: { restrictions } }),
    meta,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Token) => client.tokens.delete({ id }),
    onSuccess: (_, { id, name = t("tokens.unnamed") }) => {
      const message = t("tokens.deleted", { name });
      if (dataHost.offers("restoreToken")) showUndo({ message, label: t("app.undo"), onUndo: () => restore.mutate(id) });
    },
    meta,
  });
  return {
    enable: (token: Token, enabled: boolean) => update.mutate({ ...token, restrictions: { ...token.restrictions, enabled } }),
    remove: remove.mutate,
  };
}
