import { CreateCredential } from "@callwright/contract";
import { CreateDialog } from "../../resource/page/CreateDialog.tsx";
import { credentialResource } from "./credential-resource.tsx";

interface AddKeyDialogProps {
  provider: string;
  /** The fields that it begins with. */
  initial?: Record<string, unknown> | undefined;
  onClose: () => void;
}

/** The form of a new credential of a provider, in a dialog. */
export function AddKeyDialog({ provider, initial = {}, onClose }: AddKeyDialogProps) {
  return (
    <CreateDialog resource={{ ...credentialResource, schema: CreateCredential, initial }} kind={provider} onClose={onClose} />
  );
}
