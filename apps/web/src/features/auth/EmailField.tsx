import { TextInput, type TextInputProps } from "@mantine/core";

/** An address, with the right keyboard on a phone. `username`: password stores keep the password under it. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} inputMode="email" {...props} />;
}
