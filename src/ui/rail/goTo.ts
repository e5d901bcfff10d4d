/**
 * Brings a setting into view: shows the rail, or the sheet of a narrow screen, and opens the setting's group. One that
 * belongs to an objective that is not chosen is in no group; it is searched for.
 */
import type { Field } from '../../experiment/settings/index.ts';
import { NARROW } from '../hooks.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { preferences } from '../state/preferences.ts';
import { uiStore } from '../state/uiStore.ts';
import { closeView } from '../state/view.ts';
import { essentials, groups, ownSettings } from './groups.ts';

/** The rail then scrolls to the row of the setting and gives its control the focus. */
export function goToSetting(field: Field): void {
  closeView();
  const group = groups.find(({ entries }) => entries.some((entry) => entry.field === field))?.group;
  if (group !== undefined) {
    preferences.setState(({ openGroups }) => ({ openGroups: [...new Set([...openGroups, group])] }));
  }
  const { draft } = experimentStore.getState();
  const shown =
    group !== undefined ||
    essentials.includes(field) ||
    ownSettings(draft).some((entry) => entry.field === field);
  const screen = matchMedia(NARROW).matches ? { sheetOpen: true } : { railOpen: true };
  uiStore.setState({ ...screen, railQuery: shown ? '' : field, wanted: field });
}
