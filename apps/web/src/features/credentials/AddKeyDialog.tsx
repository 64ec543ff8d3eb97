import { CreateCredential } from "@callwright/contract";
import { CreateDialog } from "../../resource/page/CreateDialog.tsx";
import { credentialResource } from "./credential-resource.ts";

/** The form of a new credential of a provider, in a dialog. */
export function AddKeyDialog({ provider, onClose }: { provider: string; onClose: () => void }) {
  return <CreateDialog resource={{ ...credentialResource, schema: CreateCredential }} kind={provider} onClose={onClose} />;
}
