import { Modal, type ModalProps, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { DialogActions } from "./DialogActions.tsx";
import { Failure } from "./Failure.tsx";
import { Form } from "./Form.tsx";
import { useReturnedFocus } from "./use-returned-focus.ts";

interface FormDialogProps extends Pick<ModalProps, "title" | "size" | "closeOnClickOutside" | "onClose"> {
  /** The label of the button that submits the form. */
  action: ReactNode;
  /** Default: the accent's. */
  color?: string;
  /** Label of the button that closes the dialog. Default: "Cancel". */
  cancel?: string;
  startsAtCancel?: boolean;
  /** Can the form be submitted? Default: yes. */
  isReady?: boolean;
  isPending?: boolean;
  /** Why it failed. */
  failure?: ReactNode;
  /** The fields report their problems themselves, and not the browser. */
  noValidate?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with a form: its fields, why it failed, and the buttons. */
export function FormDialog(props: FormDialogProps) {
  const {
    action,
    color,
    cancel,
    startsAtCancel,
    isReady = true,
    isPending = false,
    failure,
    noValidate,
    onSubmit,
    children,
    ...modal
  } = props;
  useReturnedFocus();
  return (
    <Modal opened {...modal}>
      <Form onSubmit={() => isReady && !isPending && onSubmit()} noValidate={noValidate}>
        <Stack>
          {children}
          <Failure>{failure}</Failure>
          <DialogActions
            onClose={modal.onClose}
            cancel={cancel}
            startsAtCancel={startsAtCancel}
            type="submit"
            color={color}
            loading={isPending}
            disabled={!isReady}
          >
            {action}
          </DialogActions>
        </Stack>
      </Form>
    </Modal>
  );
}
