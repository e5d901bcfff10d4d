/** Settings of publication: when new weights set out for the workers, how long that takes, and who waits for them. */
import { choice, integer, number } from '../setting.ts';

export const publication = {
  publishEvery: integer({
    label: 'Publish every',
    symbol: 'κ',
    help: 'Updates between two publications of weights to the workers. Each publication is one version. The exact schedule publishes every update.',
    url: 'publish',
    effect: 'live',
    default: 1,
    min: 1,
    max: 32,
    unit: 'updates',
    keys: { verl: 'async_training.trigger_parameter_sync_step', trl: 'weight_sync_steps' },
  }),
  publishDelay: number({
    label: 'Publication delay',
    symbol: 'D',
    help: 'Extra time from a finished update to its weights being usable by the workers. Stands for the network of a cluster.',
    url: 'delay',
    effect: 'live',
    default: 0,
    min: 0,
    max: 10,
    step: 0.1,
    unit: 's',
  }),
  publishMode: choice({
    label: 'During publication',
    help: 'What the learner does while its new weights are on their way. Workers go on with the weights they have.',
    url: 'publishmode',
    effect: 'live',
    default: 'overlap',
    options: [
      {
        value: 'overlap',
        label: 'Learner goes on',
        help: 'The next update begins at once, as in prime-rl: a delay costs freshness, not time.',
      },
      {
        value: 'blocking',
        label: 'Learner waits',
        help: 'No update begins before the weights have arrived, as in AReaL, verl and TRL: a delay costs time.',
      },
    ],
  }),
};
