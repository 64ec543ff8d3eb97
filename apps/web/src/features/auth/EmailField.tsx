import { TextInput, type TextInputProps } from "@mantine/core";

/** An email field. `username` makes password managers store the password under it. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} inputMode="email" {...props} />;
}
