/** Links hold whole experiments, and a broken link is a readable message, never an exception. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experimentArbitrary } from './arbitraries.ts';
import { defaultExperiment } from './defaults.ts';
import { fields, withValue } from './fields.ts';
import { decodeLink, encodeLink, RESERVED_NAMES } from './link.ts';
import { presetExperiment, presets } from './presets/index.ts';
import { parseExperiment, type ParsedExperiment } from './schema.ts';

const RUNS = 1000;

/** Fails unless the result is a valid experiment, or problems that a person can read. Returns whether it is valid. */
function expectReadable(result: ParsedExperiment): boolean {
  if (result.ok) {
    expect(parseExperiment(result.experiment)).toEqual({
      ok: true,
      experiment: result.experiment,
      notes: [],
    });
    expect(decodeLink(encodeLink(result.experiment))).toMatchObject({
      ok: true,
      experiment: result.experiment,
    });
    return true;
  }
  expect(result.problems.length).toBeGreaterThan(0);
  for (const { field, message } of result.problems) {
    expect(message).toMatch(/^\S.{10,600}\.$/su);
    expect(message).not.toMatch(/\p{C}/u);
    expect(message.replace(/".*"/s, '')).not.toMatch(/object Object|undefined/);
    if (fields.some((entry) => entry.field === field)) expect(message).toContain(`(${field})`);
  }
  return false;
}

const garbage = fc.constantFrom(
  '%',
  '%%',
  '%zz',
  '%E0%A4',
  '%00',
  '%F0%9F%92%A9',
  '💥',
  '\u0000',
  '\u202e',
  '&',
  '=',
  '&&',
  '#',
  '+',
  ' ',
);
const values = fc.oneof(
  fc.constantFrom(
    '1e999',
    '-1',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    '1.5',
    '',
    'null',
    'true',
    '1,5',
    '[object Object]',
  ),
  fc.double().map(String),
  fc.string({ unit: 'binary' }),
);
const names = fc.constantFrom(
  'preset',
  'v',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  ...fields.map(({ setting }) => setting.url),
);

type Mutation = (link: string) => string;

/** Where in a link a mutation falls: a share of its length, so that it fits links of all lengths. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (link: string, share: number) => Math.floor(share * (link.length + 1));

/** Applies a change to one of the link's pairs. */
function onPair(share: number, change: (pair: string) => string): Mutation {
  return (link) => {
    const pairs = link.split('&');
    const index = Math.floor(share * pairs.length);
    return pairs.with(index, change(pairs[index]!)).join('&');
  };
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })).map(
    ([share, text]): Mutation =>
      (link) =>
        link.slice(0, at(link, share)) + text + link.slice(at(link, share) + 1),
  ),
  fc.tuple(place, garbage).map(
    ([share, text]): Mutation =>
      (link) =>
        link.slice(0, at(link, share)) + text + link.slice(at(link, share)),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 8 })).map(
    ([share, count]): Mutation =>
      (link) =>
        link.slice(0, at(link, share)) + link.slice(at(link, share) + count),
  ),
  place.map(
    (share): Mutation =>
      (link) =>
        link.slice(0, at(link, share)),
  ),
  fc.tuple(place, values).map(([share, value]) => onPair(share, (pair) => `${pair.split('=')[0]}=${value}`)),
  fc
    .tuple(place, names)
    .map(([share, name]) => onPair(share, (pair) => `${name}=${pair.split('=')[1] ?? ''}`)),
  fc.tuple(place, place).map(([first, second]): Mutation => (link) => {
    const pairs = link.split('&').map((pair) => pair.split('='));
    const a = pairs[Math.floor(first * pairs.length)]!;
    const b = pairs[Math.floor(second * pairs.length)]!;
    [a[1], b[1]] = [b[1] ?? '', a[1] ?? ''];
    return pairs.map((pair) => pair.join('=')).join('&');
  }),
  fc.tuple(names, values).map(
    ([name, value]): Mutation =>
      (link) =>
        `${link}&${name}=${value}`,
  ),
);

describe('links', () => {
  it(`${RUNS} random experiments encode into a link, decode, and are equal`, () => {
    let longest = 0;
    let equal = 0;
    fc.assert(
      fc.property(experimentArbitrary(), (experiment) => {
        const link = encodeLink(experiment);
        longest = Math.max(longest, link.length);
        expect(decodeLink(link)).toEqual({ ok: true, experiment, notes: [] });
        expect(link).toMatch(/^[a-z0-9=&.+%-]+$/);
        equal++;
      }),
      { numRuns: RUNS, seed: 20 },
    );
    process.stdout.write(`links: ${equal} experiments decoded equal, longest link ${longest} characters\n`);
    expect(equal).toBe(RUNS);
  });

  it(`${RUNS} mutated links give a valid experiment or a readable message`, () => {
    let valid = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        experimentArbitrary(),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (experiment, mutations) => {
          const link = mutations.reduce((text, mutate) => mutate(text), encodeLink(experiment));
          if (expectReadable(decodeLink(link))) valid++;
          else refused++;
        },
      ),
      { numRuns: RUNS, seed: 21 },
    );
    process.stdout.write(
      `links: ${RUNS} mutated, ${valid} valid, ${refused} refused with a message, 0 thrown\n`,
    );
    expect(valid + refused).toBe(RUNS);
    // Both sides have to occur, or the mutations test nothing.
    expect(valid).toBeGreaterThan(RUNS / 50);
    expect(refused).toBeGreaterThan(RUNS / 2);
  });

  it('reads any text at all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        (text) => void expectReadable(decodeLink(text)),
      ),
    );
  });
});

describe('what a link looks like', () => {
  it('holds the preset and only what differs from it, in table order', () => {
    const experiment = withValue(withValue(defaultExperiment(), 'run.seed', 7), 'schedule.maxStaleness', 8);
    expect(encodeLink(experiment)).toBe('preset=sort-4-v1&eta=8&seed=7');
    for (const { name } of presets) expect(encodeLink(presetExperiment(name))).toBe(`preset=${name}`);
  });

  it('writes flags as words and numbers so that they read back', () => {
    const experiment = withValue(
      withValue(defaultExperiment(), 'schedule.refund', false),
      'optimiser.learningRate',
      0.1 + 0.2 - 0.3 + 1e-3,
    );
    expect(encodeLink(experiment)).toBe('preset=sort-4-v1&refund=off&lr=0.0010000000000000555');
  });

  it('may begin with #, end with &, and leave the preset out', () => {
    const expected = { ok: true, experiment: withValue(defaultExperiment(), 'schedule.maxStaleness', 8) };
    for (const link of ['eta=8', '#eta=8', '&eta=8&', 'eta=%38', 'eta=+8', 'eta=8.0', 'eta=8e0'])
      expect(decodeLink(link)).toMatchObject(expected);
    expect(decodeLink('')).toMatchObject({ ok: true, experiment: defaultExperiment() });
  });
});

describe('messages', () => {
  const cases: [link: string, field: string, message: string][] = [
    [
      'eta=900',
      'schedule.maxStaleness',
      'Max staleness (schedule.maxStaleness) must be between 0 and 64; got 900.',
    ],
    [
      'eta=2.5',
      'schedule.maxStaleness',
      'Max staleness (schedule.maxStaleness) must be a whole number between 0 and 64; got 2.5.',
    ],
    [
      'eta=1e999',
      'schedule.maxStaleness',
      'Max staleness (schedule.maxStaleness) must be a whole number between 0 and 64; got "1e999".',
    ],
    [
      'temp=hot',
      'rollout.temperature',
      'Temperature (rollout.temperature) must be a number between 0.1 and 2; got "hot".',
    ],
    [
      'temp=',
      'rollout.temperature',
      'Temperature (rollout.temperature) must be a number between 0.1 and 2; got "".',
    ],
    [
      'refund=yes',
      'schedule.refund',
      'Refund dropped samples (schedule.refund) must be on or off; got "yes".',
    ],
    [
      'order=lifo',
      'schedule.order',
      'Queue order (schedule.order) must be one of oldest-done, fifo, newest; got "lifo".',
    ],
    [
      'heads=3',
      'policy.heads',
      'Attention heads (policy.heads) must divide the width; got 3 heads for a width of 32.',
    ],
    ['etta=3', 'etta', 'There is no setting called "etta" in links.'],
    ['toString=3', 'toString', 'There is no setting called "toString" in links.'],
    ['eta=3&eta=4', 'eta', 'The link sets "eta" twice.'],
    ['eta', 'eta', '"eta" has no value; it should read name=value.'],
    ['eta=%E0%A4', 'eta', '"eta=%E0%A4" has a broken % escape.'],
    ['v=x', 'v', 'The link\'s schema version must be a whole number; got "x".'],
  ];
  it.each(cases)('%s', (link, field, message) => {
    expect(decodeLink(link)).toEqual({ ok: false, problems: [{ field, message }] });
  });

  it('name every broken setting at once, and list the presets', () => {
    const result = decodeLink('preset=sort-5-v1&eta=-1&foo=1');
    expect(result).toMatchObject({
      ok: false,
      problems: [{ field: 'foo' }, { field: 'preset' }, { field: 'schedule.maxStaleness' }],
    });
    expect(JSON.stringify(result)).toContain('sort-4-v1, synchronous-v1');
  });

  it('say that a newer lab is needed, and refuse endless links', () => {
    expect(decodeLink('v=2&eta=8')).toMatchObject({ ok: false, problems: [{ field: 'schema' }] });
    expect(decodeLink('x'.repeat(1e6))).toMatchObject({ ok: false, problems: [{ field: '' }] });
  });
});

describe('the table, as far as links rest on it', () => {
  it('has short names that are unique, plain and not reserved', () => {
    const taken = [...RESERVED_NAMES, ...fields.map(({ setting }) => setting.url)];
    expect(new Set(taken).size).toBe(taken.length);
    for (const name of taken) expect(name).toMatch(/^[a-z][a-z0-9]*$/);
  });

  it('has no option whose text could be taken for a number or a flag', () => {
    for (const { setting } of fields) {
      if (setting.kind !== 'choice') continue;
      for (const { value } of setting.options) {
        expect(value).toMatch(/^[a-z][a-z0-9-]*$/);
        expect(['on', 'off', 'true', 'false']).not.toContain(value);
      }
    }
  });
});
