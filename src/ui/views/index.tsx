/**
 * The pages beside the lab, each loaded when it is first opened. A page is its name in `state/view.ts`, its entry
 * here, and an action in `actions/table.ts` that opens it; its component is made of a `Page`.
 */
import { lazy, Suspense, type ComponentType } from 'react';
import type { View } from '../state/view.ts';

const pages: Readonly<Record<Exclude<View, 'lab'>, ComponentType>> = {
  lens: lazy(() => import('../lens/LensPage.tsx')),
  sweep: lazy(() => import('../sweep/SweepPage.tsx')),
  capabilities: lazy(() => import('../capabilities/CapabilitiesPage.tsx')),
  benchmark: lazy(() => import('../benchmark/BenchmarkPage.tsx')),
};

/** The page of a name. The run of the lab goes on behind it. */
export function ViewPage({ view }: { readonly view: Exclude<View, 'lab'> }) {
  const Content = pages[view];
  return (
    <Suspense fallback={<main className="page" aria-busy />}>
      <Content />
    </Suspense>
  );
}
