/** The frame of a page beside the lab: its name, what it is for, the way back, and the content in one column. */
import { useEffect, useRef, type ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { closeView } from '../state/view.ts';
import './page.css';

export interface PageProps {
  readonly title: string;
  /** Two sentences or fewer. */
  readonly purpose: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}

export function Page({ title, purpose, children, testId }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · LagLab`;
    heading.current?.focus();
    return () => {
      document.title = before;
    };
  }, [title]);
  return (
    <main className="page" data-testid={testId}>
      <div className="page-column">
        <Button look="quiet" className="page-back" onClick={closeView} data-testid="back-to-lab">
          <ArrowLeft aria-hidden />
          Back to the lab
        </Button>
        <h2 className="page-title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <p className="page-purpose">{purpose}</p>
        {children}
      </div>
    </main>
  );
}
