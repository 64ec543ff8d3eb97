/** Tells a password store whose password a form is about. Nobody sees it. */
export function UsernameForStores({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
