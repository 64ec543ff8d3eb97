import type { ComponentProps, FormEvent } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  onSubmit: () => void;
}

/** A form that a script sends, and not the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events of a dialog on to the form that opened it.
    event.stopPropagation();
    onSubmit();
  };
  return <form onSubmit={submit} {...form} />;
}
