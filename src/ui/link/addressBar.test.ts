import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { encodeLink } from '../../experiment/link.ts';
import { parseExperiment } from '../../experiment/schema.ts';
import { put } from '../state/fields.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { AddressBar, type AddressPage, type AddressPart } from './addressBar.ts';
import { isWorthAsking, readLink, spokenDifferences } from './reading.ts';

class FakePage implements AddressPage {
  address: string;
  readonly memory: Map<string, string>;
  readonly tasks: (() => void)[] = [];
  #listener = (): void => undefined;

  constructor(address: string, memory = new Map<string, string>()) {
    this.address = address;
    this.memory = memory;
  }

  fragment = () => this.address;
  replaceFragment = (fragment: string) => void (this.address = fragment);
  onFragmentChange = (listener: () => void) => void (this.#listener = listener);
  remember = (key: string, value: string) => void this.memory.set(key, value);
  recall = (key: string) => this.memory.get(key) ?? null;
  later = (task: () => void) => void this.tasks.push(task);

  /** Somebody pastes another address into the open tab. */
  paste(fragment: string): void {
    this.address = fragment;
    this.#listener();
  }
}

const draft = () => experimentStore.getState().draft;

beforeEach(() => experimentStore.setState({ draft: defaultExperiment(), running: undefined }));

/** A part that holds a word, or nothing. */
class FakePart implements AddressPart {
  readonly name = 'lens';
  word: string | undefined;
  readonly heard: string[] = [];
  #listener = (): void => undefined;

  write = () => this.word;
  read = (text: string) => void this.heard.push((this.word = text));
  subscribe = (listener: () => void) => {
    this.#listener = listener;
    return () => undefined;
  };

  say(word: string | undefined): void {
    this.word = word;
    this.#listener();
  }
}

function open(page: FakePage, part?: AddressPart): AddressBar {
  const bar = new AddressBar(page, part);
  bar.start();
  return bar;
}

describe('the address bar', () => {
  it('holds the experiment from the start and follows changes, throttled', () => {
    const page = new FakePage('');
    const bar = open(page);
    expect(bar.state.getState().offer).toBeUndefined();
    expect(page.address).toBe(encodeLink(defaultExperiment()));
    for (let eta = 3; eta <= 8; eta++) {
      experimentStore.setState({ draft: put(draft(), 'schedule.maxStaleness', eta) });
    }
    expect(page.tasks).toHaveLength(1);
    page.tasks[0]!();
    expect(page.address).toBe('preset=sort-4-v1&eta=8');
  });

  it('shows a link that is opened, asks, and leaves the address alone until it is answered', () => {
    const page = new FakePage('preset=sort-4-v1&eta=8');
    const bar = open(page);
    expect(draft().schedule.maxStaleness).toBe(8);
    expect(bar.state.getState().offer?.problems).toEqual([]);
    experimentStore.setState({ draft: defaultExperiment() });
    page.tasks.forEach((task) => task());
    expect(page.address).toBe('preset=sort-4-v1&eta=8');
    bar.answer();
    expect(page.address).toBe('preset=sort-4-v1');
  });

  it('does not ask about the default lab, nor about a reload of one’s own page', () => {
    expect(open(new FakePage('preset=sort-4-v1')).state.getState().offer).toBeUndefined();
    const first = new FakePage('');
    open(first);
    experimentStore.setState({ draft: put(draft(), 'schedule.maxStaleness', 8) });
    first.tasks.forEach((task) => task());
    experimentStore.setState({ draft: defaultExperiment() });
    const reloaded = open(new FakePage(first.address, first.memory));
    expect(reloaded.state.getState().offer).toBeUndefined();
    expect(draft().schedule.maxStaleness).toBe(8);
  });

  it('offers a pasted link without touching the controls', () => {
    const page = new FakePage('');
    const bar = open(page);
    page.paste('preset=sort-4-v1&lr=0.01');
    expect(bar.state.getState().offer?.experiment.optimiser.learningRate).toBe(0.01);
    expect(draft()).toEqual(defaultExperiment());
  });
});

describe('a part of the address beside the experiment', () => {
  it('is written after it, and leaves when there is nothing to say', () => {
    const [page, part] = [new FakePage(''), new FakePart()];
    open(page, part);
    expect(page.address).toBe('preset=sort-4-v1');
    part.say('at:page');
    page.tasks.forEach((task) => task());
    expect(page.address).toBe('preset=sort-4-v1&lens=at:page');
    part.say(undefined);
    page.tasks.at(-1)!();
    expect(page.address).toBe('preset=sort-4-v1');
  });

  it('is taken over without a question, and asks none of its own', () => {
    const [page, part] = [new FakePage('preset=sort-4-v1&lens=view:batch%3Bat:page'), new FakePart()];
    const bar = open(page, part);
    expect(part.heard).toEqual(['view:batch;at:page']);
    expect(bar.state.getState().offer).toBeUndefined();
    page.paste('preset=sort-4-v1&lens=at:drawer');
    expect(part.heard.at(-1)).toBe('at:drawer');
    expect(bar.state.getState().offer).toBeUndefined();
    page.paste('preset=sort-4-v1&eta=8&lens=at:page');
    expect(part.heard.at(-1)).toBe('at:page');
    expect(bar.state.getState().offer?.experiment.schedule.maxStaleness).toBe(8);
  });

  it('whose escapes are broken is told with the link, and the part is left alone', () => {
    const [page, part] = [new FakePage('preset=sort-4-v1&lens=%zz'), new FakePart()];
    const bar = open(page, part);
    expect(part.heard).toEqual([]);
    expect(bar.state.getState().offer?.problems.join(' ')).toContain('broken % escape');
  });
});

describe('reading a link', () => {
  it('keeps what is valid of a broken one and says what is not', () => {
    const reading = readLink('#preset=sort-4-v1&eta=800&lr=0.002&foo=1&%zz=2');
    expect(reading.experiment.optimiser.learningRate).toBe(0.002);
    expect(reading.experiment.schedule.maxStaleness).toBe(2);
    expect(reading.problems.join(' ')).toMatch(/Max staleness.*must be between 0 and 64; got 800/);
    expect(reading.problems.join(' ')).toMatch(/no setting called "foo"/);
    expect(isWorthAsking(reading)).toBe(true);
  });

  it('says in words in what a link differs from its preset', () => {
    const { experiment } = readLink('preset=sort-4-v1&objective=decoupled-ppo&workers=4');
    expect(spokenDifferences(experiment)).toEqual([
      { label: 'Rollout workers', preset: 'automatic', link: '4' },
      { label: 'Objective', preset: 'PPO, behaviour anchor', link: 'Decoupled PPO' },
    ]);
  });

  it('gives a valid experiment whatever the text', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'preset=reverse-v1',
        'eta=8',
        'eta=',
        'lr=1e9',
        'v=9',
        'heads=3',
        'width=24',
        '&&',
        '%',
        '=',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { experiment } = readLink(parts.join('&'));
        expect(parseExperiment(experiment)).toMatchObject({ ok: true });
      }),
      { numRuns: 300 },
    );
  });
});
