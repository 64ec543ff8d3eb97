/** A hidden username field: password managers need it to match the password to an account. */
export function UsernameForStores({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
