import { INVITE_MAX_ADDRESSES, ROLES, type Role } from "@callwright/contract";
import { Button, Group, NativeSelect, Pill, TagsInput, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { invitationsQuery, orgKeys } from "../../data/org-queries.ts";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { Form } from "../../kit/Form.tsx";
import { addressesOf, isAddress, sortAddresses } from "./addresses.ts";
import { CopyInvitationLink } from "./CopyInvitationLink.tsx";
import classes from "./members.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** Invites many people at once. Invalid addresses stay in the field, marked, when the others are invited. */
export function InviteForm({ memberAddresses }: { memberAddresses: readonly string[] }) {
  const { t } = useTranslation();
  const [addresses, setAddresses] = useState<string[]>([]);
  const [role, setRole] = useState<Role>("editor");
  const { invited, wrong, members } = sortAddresses(addresses, memberAddresses);
  const isTooMany = invited.length > INVITE_MAX_ADDRESSES;
  const [lastInvited, setLastInvited] = useState<readonly string[]>([]);
  const invite = useInvite((emails) => {
    setAddresses(wrong);
    setLastInvited(emails.map((email) => email.toLowerCase()));
  });
  const take = (texts: readonly string[]) => {
    invite.reset();
    setAddresses(addressesOf(texts.join("\n")));
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    take([...addresses, event.clipboardData.getData("text")]);
  };
  const submit = () => {
    if (invited.length > 0 && !isTooMany) invite.mutate({ emails: invited, role });
  };
  const problem = isTooMany
    ? t("members.tooMany", { count: INVITE_MAX_ADDRESSES })
    : wrong.length > 0
      ? t("members.wrongAddresses", { count: wrong.length, addresses: wrong.join(", ") })
      : invite.error?.message;
  return (
    <SettingsSection title={t("members.invite")}>
      <Form onSubmit={submit} className={classes.invite}>
        <TagsInput
          label={t("members.addresses")}
          description={t("members.addressesHint")}
          placeholder={addresses.length === 0 ? "ada@example.com, grace@example.com" : ""}
          inputWrapperOrder={["label", "input", "description", "error"]}
          splitChars={[",", ";", " "]}
          inputMode="email"
          value={addresses}
          onChange={take}
          // Handled before the field, which would treat names as addresses.
          onPasteCapture={paste}
          error={problem}
          renderPill={({ option, value, onRemove }) => {
            const address = option?.value ?? value;
            return <AddressChip address={String(address)} onRemove={onRemove} />;
          }}
        />
        <NativeSelect
          label={t("members.role")}
          value={role}
          data={ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setRole(ROLES.find((each) => each === value) ?? "editor")}
        />
        <Button type="submit" variant="filled" loading={invite.isPending} disabled={invited.length === 0 || isTooMany}>
          {t("members.inviteCount", { count: invited.length })}
        </Button>
      </Form>
      <p className={classes.note}>{t(`members.roleHints.${role}`)}</p>
      {members.length > 0 && (
        <p className={classes.note} role="status">
          {t("members.alreadyMembers", { count: members.length, addresses: members.join(", ") })}
        </p>
      )}
      {wrong.length > 0 && (
        <Button size="compact-sm" mt={6} onClick={() => take(addresses.filter(isAddress))}>
          {t("members.dropWrong")}
        </Button>
      )}
      <InvitedLinks emails={lastInvited} />
    </SettingsSection>
  );
}

/** Marked if it is not an address. The remove button is for the mouse: by keyboard, Backspace removes the last one. */
function AddressChip({ address, onRemove }: { address: string; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation();
  const isWrong = !isAddress(address);
  return (
    <Pill withRemoveButton {...(onRemove ? { onRemove } : {})} {...(isWrong ? { className: classes.wrong ?? "" } : {})}>
      {address}
      {isWrong && <span className="visually-hidden"> {t("members.notAnAddress")}</span>}
    </Pill>
  );
}

function useInvite(onInvited: (emails: readonly string[]) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const { id } = useSignedIn().org;
  return useMutation({
    mutationFn: (body: { emails: string[]; role: Role }) => client.orgs.inviteUsers({ id, body }),
    onSuccess: (_, { emails }) => {
      onInvited(emails);
      notifications.show({ message: t("members.invited", { count: emails.length }) });
    },
    meta: { changes: [orgKeys.invitations(id)] },
  });
}

/** Maximum shown addresses. The list of invitations has the others. */
const MAX_SHOWN = 5;

/** The links of the new invitations. */
function InvitedLinks({ emails }: { emails: readonly string[] }) {
  const { t } = useTranslation();
  const { data } = useQuery(invitationsQuery(useClient(), useSignedIn().org.id));
  const invited = data?.filter(({ email }) => emails.includes(email)) ?? [];
  if (invited.length === 0) return null;
  return (
    <div role="status">
      <p className={classes.note}>{t("members.shareLinks", { count: invited.length })}</p>
      {invited.slice(0, MAX_SHOWN).map((invitation) => (
        <Group key={invitation.id} gap="xs" mt={6}>
          <Text className={classes.sharedWith ?? ""}>{invitation.email}</Text>
          <CopyInvitationLink invitation={invitation} />
        </Group>
      ))}
      {invited.length > MAX_SHOWN && <p className={classes.note}>{t("members.moreLinks")}</p>}
    </div>
  );
}
