/** Brings a setting into view: shows the rail, or the sheet of a narrow screen, and opens the setting's group. */
import { fields } from '../../experiment/fields.ts';
import type { Field } from '../../experiment/settings/index.ts';
import { NARROW } from '../hooks.ts';
import { preferences } from '../state/preferences.ts';
import { uiStore } from '../state/uiStore.ts';
import { closeView } from '../state/view.ts';
import { essentials } from './groups.ts';

/** The rail then scrolls to the row of the setting and gives its control the focus. */
export function goToSetting(field: Field): void {
  closeView();
  const group = fields.find((entry) => entry.field === field)?.group;
  if (group !== undefined && !essentials.includes(field)) {
    preferences.setState(({ openGroups }) => ({ openGroups: [...new Set([...openGroups, group])] }));
  }
  const screen = matchMedia(NARROW).matches ? { sheetOpen: true } : { railOpen: true };
  uiStore.setState({ ...screen, railQuery: '', wanted: field });
}
