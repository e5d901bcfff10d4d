/** The frame of a page beside the lab: its name, what it is for, the way back, and the content in one column, or all over. */
import { useEffect, useRef, type ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { ActionButton } from '../components/Button.tsx';
import { actions } from '../lab.ts';
import './page.css';

export interface PageProps {
  readonly title: string;
  /** Two sentences or fewer. */
  readonly purpose: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
  /** Takes all of the width, for what is no text. */
  readonly wide?: boolean;
}

export function Page({ title, purpose, children, testId, wide = false }: PageProps) {
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
      <div className="page-column" data-wide={wide}>
        <ActionButton
          action={actions.lab}
          icon={<ArrowLeft aria-hidden />}
          look="quiet"
          className="page-back"
          data-testid="back-to-lab"
        />
        <h2 className="page-title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <p className="page-purpose">{purpose}</p>
        {children}
      </div>
    </main>
  );
}
