/** The product's mark: five bars of a voice. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--cw-accent-fill)" />
      <path d="M8 13v6M12 9v14M16 12v8M20 7v18M24 14v4" stroke="var(--cw-on-accent)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
