/** The pattern that stands for a negative advantage wherever an area does. */
export function Hatch() {
  return (
    <svg className="sr-only" aria-hidden>
      <pattern
        id="chart-hatch"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V4" stroke="var(--negative)" strokeWidth="3" />
      </pattern>
    </svg>
  );
}
