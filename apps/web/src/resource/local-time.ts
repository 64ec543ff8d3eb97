/** `2026-11-21T14:05`, in the viewer's time zone, as `datetime-local` takes it; empty for an invalid time. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
