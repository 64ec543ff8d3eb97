/** Whether both URLs are valid and have the same scheme, host and port. */
export function hasSameOrigin(url: string | undefined, trusted: string | undefined): boolean {
  if (!url || !trusted || !URL.canParse(url) || !URL.canParse(trusted)) return false;
  return new URL(url).origin === new URL(trusted).origin;
}
