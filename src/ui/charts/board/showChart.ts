/** Brings a chart into sight, from wherever it is named: opens its section, scrolls to it and puts the focus on it. */
import { closeView } from '../../state/view.ts';
import { sections } from '../catalogue/index.ts';
import { choose, viewNow } from '../view/view.ts';

/** @param id a chart's name in the catalogue; an unknown one does nothing */
export function showChart(id: string): void {
  const section = sections.find(({ charts }) => charts.some((spec) => spec.id === id));
  if (section === undefined) return;
  closeView();
  const { open } = viewNow();
  if (!open.includes(section.name)) choose({ open: [...open, section.name] });
  // The section's charts are made by the time of the next frame.
  requestAnimationFrame(() => {
    const card = document.querySelector(`[data-testid="chart-${id}"]`);
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
  });
}
