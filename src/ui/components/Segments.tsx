/** One of a few, side by side. Its buttons leave the plain keys to the page, unlike radio inputs. */
import { ToggleGroup } from 'radix-ui';
import './segments.css';

export interface SegmentsProps<Name extends string> {
  /** Read out for the whole. */
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
  /** Before `-` and the option's name. */
  readonly testId: string;
}

export function Segments<Name extends string>({
  label,
  options,
  value,
  onChange,
  testId,
}: SegmentsProps<Name>) {
  return (
    <ToggleGroup.Root
      type="single"
      className="segments"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        if (next !== '') onChange(next as Name);
      }}
    >
      {(Object.entries(options) as [Name, string][]).map(([option, title]) => (
        <ToggleGroup.Item key={option} value={option} className="segment" data-testid={`${testId}-${option}`}>
          {title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
