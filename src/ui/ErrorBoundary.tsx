/** The last net: where drawing the page fails, a readable page with a way on, and the address kept. */
import { Component, type ReactNode } from 'react';

interface State {
  readonly error: Error | undefined;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="crash" role="alert" data-testid="crash">
        <h1>The page could not be drawn</h1>
        <p>This is a fault of the lab, not yours. Your experiment is still in the address bar.</p>
        <p>
          <code>{error.message}</code>
        </p>
        <p className="dialog-buttons">
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            Reload
          </button>
          <a className="button" href={location.pathname}>
            Start with the defaults
          </a>
        </p>
      </main>
    );
  }
}
