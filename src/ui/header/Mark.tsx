/** The lab's mark: a curve and the same curve a little later. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden>
      <path
        d="M9 20 C14 20 13 7 22 7"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.4"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M2 18 C8 18 7 4 16 4"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
