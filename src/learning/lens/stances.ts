/**
 * Pairs of methods that take opposite stances on the same token, to be drawn side by side. Each says at which probe it shows,
 * and for which sign of the advantage; a test asks the curves for it.
 */
import { log } from '../../numerics/elementary.ts';
import type { MethodName } from '../objectives/contract.ts';
import type { Probe } from './probe.ts';

export interface Stance {
  readonly methods: readonly [MethodName, MethodName];
  /** For which answers. */
  readonly sign: 1 | -1;
  /** Where it shows; the other numbers may be any. */
  readonly probe: Partial<Probe>;
  /** One sentence for somebody who meets the idea for the first time. */
  readonly sentence: string;
  /** Sections of the reference sheet. */
  readonly source: string;
}

export const stances: readonly Stance[] = [
  {
    methods: ['a3po', 'sat'],
    sign: 1,
    probe: { staleness: 8, spread: 0.05 },
    sentence:
      'A-3PO lets a token drift further the older it is; SAT lets it drift less where it has drifted more than the rest of the batch.',
    source: 'objectives.md §16, §19, §36',
  },
  {
    methods: ['ppo', 'cispo'],
    sign: 1,
    probe: {},
    sentence:
      'PPO stops learning from a good token that has become much likelier; CISPO only caps its weight and goes on learning.',
    source: 'objectives.md §4, §13',
  },
  {
    methods: ['tis', 'mis'],
    sign: 1,
    probe: {},
    sentence: 'Of a token with a very large weight TIS keeps as much as its cap, where MIS throws it away.',
    source: 'objectives.md §14',
  },
  {
    methods: ['ppo', 'dual-clip'],
    sign: -1,
    probe: {},
    sentence:
      'A bad token that has become much likelier is pushed down ever harder by PPO, and not at all by dual clip.',
    source: 'objectives.md §4, §5',
  },
  {
    methods: ['ppo', 'spo'],
    sign: 1,
    probe: {},
    sentence: 'Past its bound PPO lets a token go, where SPO pulls it back.',
    source: 'objectives.md §4, §23',
  },
  {
    methods: ['ppo', 'dppo-tv'],
    sign: 1,
    probe: { logBehave: log(0.001) },
    sentence:
      'PPO bounds by how much a probability is multiplied, and so stops a rare token early; DPPO bounds how much probability moves, and lets a rare token grow a hundredfold.',
    source: 'objectives.md §4, §22',
  },
  {
    methods: ['dppo-tv', 'prime-ipo'],
    sign: 1,
    probe: { logBehave: log(0.5) },
    sentence:
      'A good token that has become much rarer is still pushed back up by DPPO, where prime-rl’s ipo masks it whichever way it moved.',
    source: 'objectives.md §22',
  },
  {
    methods: ['ppo', 'sapo'],
    sign: 1,
    probe: {},
    sentence:
      'PPO cuts at a bound, all or nothing; SAPO fades on both sides of ratio 1 and is never quite 0.',
    source: 'objectives.md §4, §32, §36',
  },
  {
    methods: ['seq-tis', 'vespo'],
    sign: 1,
    probe: {},
    sentence:
      'An answer that has become very much likelier keeps the largest weight under sequence TIS, where VESPO lets it fade to nothing.',
    source: 'objectives.md §14, §21',
  },
  {
    methods: ['tis', 'topr'],
    sign: 1,
    probe: {},
    sentence:
      'A good token that has become rare hardly counts under TIS; TOPR learns from it in full, however far it has drifted.',
    source: 'objectives.md §14, §33',
  },
  {
    methods: ['reinforce', 'opsm'],
    sign: -1,
    probe: {},
    sentence: 'REINFORCE goes on pushing down bad answers that the policy has long left; OPSM drops them.',
    source: 'objectives.md §1, §14',
  },
  {
    methods: ['tis', 'delightful'],
    sign: 1,
    probe: { logBehave: log(0.9) },
    sentence:
      'A good token that has become rare counts least under TIS; the delightful gradient counts it most, as a rare success.',
    source: 'objectives.md §14, §26',
  },
  {
    methods: ['ppo', 'opmd'],
    sign: 1,
    probe: {},
    sentence:
      'PPO pulls harder the likelier a good token has become, until it stops; OPMD pulls less and less, like a spring.',
    source: 'objectives.md §4, §33',
  },
];
