import type { OrgMember } from "@callwright/contract";

/** What a person is called in sentences. */
export function memberName({ fullName, email }: OrgMember): string {
  return fullName || email;
}
