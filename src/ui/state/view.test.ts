import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeView, followView, openView, searchFor, viewOf, viewStore } from './view.ts';

describe('the address of a page', () => {
  it('names it in the query, and an unknown name is the lab', () => {
    expect(viewOf('?view=capabilities')).toBe('capabilities');
    expect(viewOf('?a=1&view=capabilities')).toBe('capabilities');
    for (const search of ['', '?view=', '?view=nothing', '?view=__proto__', '?%']) {
      expect(viewOf(search)).toBe('lab');
    }
  });

  it('keeps what else the query holds', () => {
    expect(searchFor('capabilities', '?a=1')).toBe('?a=1&view=capabilities');
    expect(searchFor('lab', '?a=1&view=capabilities')).toBe('?a=1');
    expect(searchFor('lab', '?view=capabilities')).toBe('');
  });
});

describe('going from page to page', () => {
  const pushed: string[] = [];
  let pop = (_state: unknown): void => undefined;

  beforeEach(() => {
    const place = { pathname: '/lab/', search: '', hash: '#preset=sort-4-v1&eta=8' };
    pushed.length = 0;
    vi.stubGlobal('location', place);
    vi.stubGlobal('history', {
      replaceState: () => undefined,
      pushState: (_state: unknown, _title: string, address: string) => {
        pushed.push(address);
        place.search = new URL(address, 'http://localhost').search;
      },
    });
    vi.stubGlobal('window', {
      addEventListener: (_kind: string, listener: (event: { state: unknown }) => void) => {
        pop = (state) => listener({ state });
      },
    });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    viewStore.setState({ view: 'lab' });
  });

  it('leaves the experiment in the address as it is', () => {
    followView(() => undefined);
    openView('capabilities');
    openView('capabilities');
    closeView();
    expect(pushed).toEqual([
      '/lab/?view=capabilities#preset=sort-4-v1&eta=8',
      '/lab/#preset=sort-4-v1&eta=8',
    ]);
  });

  it('follows Back, and asks for the experiment to be written only over entries of its own', () => {
    const onReturn = vi.fn();
    followView(onReturn);
    openView('capabilities');
    location.search = '';
    pop({ laglab: true });
    expect(viewStore.getState().view).toBe('lab');
    expect(onReturn).toHaveBeenCalledTimes(1);
    location.search = '?view=capabilities';
    pop(null);
    expect(viewStore.getState().view).toBe('capabilities');
    expect(onReturn).toHaveBeenCalledTimes(1);
  });
});
