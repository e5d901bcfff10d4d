/**
 * The objectives that can be chosen, by family, in display order. `learning/objectives/methods/` holds a method for each.
 */
export const methodFamilies = [
  {
    title: 'No clip',
    methods: [
      {
        value: 'reinforce',
        label: 'REINFORCE',
        help: 'No correction: stale tokens count as if they were fresh.',
      },
      {
        value: 'delightful',
        label: 'Delightful policy gradient',
        help: 'Gates by surprise and advantage, without the sampler’s probabilities.',
      },
      {
        value: 'success-conditioning',
        label: 'Success conditioning',
        help: 'Imitates the answers that succeeded.',
      },
      { value: 'topr', label: 'TOPR', help: 'Good answers in full, bad ones with a ratio cut at 1.' },
      { value: 'opmd', label: 'OPMD, token form', help: 'A spring to the anchor in place of a ratio.' },
      { value: 'opmd-sequence', label: 'OPMD, sequence form', help: 'A spring on the whole answer.' },
    ],
  },
  {
    title: 'PPO’s clip',
    methods: [
      {
        value: 'ppo',
        label: 'PPO, behaviour anchor',
        help: 'Clips the ratio to the policy that sampled the token.',
      },
      {
        value: 'ppo-recompute',
        label: 'PPO, recomputed anchor',
        help: 'Clips the ratio to the policy at the start of the update; staleness stays uncorrected.',
      },
      {
        value: 'decoupled-ppo',
        label: 'Decoupled PPO',
        help: 'AReaL: weights by the behaviour ratio, clips by the proximal one.',
      },
      { value: 'dual-clip', label: 'Dual clip', help: 'PPO whose loss for bad answers is capped too.' },
      {
        value: 'ppo-delta',
        label: 'PPO with delta',
        help: 'TRL and INTELLECT-2: the ratio is cut before PPO’s minimum.',
      },
      {
        value: 'grpo',
        label: 'GRPO',
        help: 'PPO’s clip and a KL penalty to where the run began, as the paper has it.',
      },
      {
        value: 'mu-grpo',
        label: 'Mu-GRPO',
        help: 'A wide clip, and a veto on the rest of runaway bad answers.',
      },
    ],
  },
  {
    title: 'Another proximal policy',
    methods: [
      {
        value: 'a3po',
        label: 'A-3PO, log-linear',
        help: 'Guesses the proximal policy from the token’s age.',
      },
      { value: 'a3po-linear', label: 'A-3PO, linear', help: 'The same, mixing probabilities.' },
      {
        value: 'ppo-ewma',
        label: 'PPO-EWMA',
        help: 'The proximal policy is a moving average of the weights.',
      },
      {
        value: 'ppo-ewma-revised',
        label: 'PPO-EWMA, revised',
        help: 'The average’s age follows the staleness, and it resets itself.',
      },
      {
        value: 'exact-old-logits',
        label: 'Exact old log-probabilities',
        help: 'Keeps past weights, to tell staleness from discrepancy exactly.',
      },
    ],
  },
  {
    title: 'A clip that follows the data',
    methods: [
      { value: 'sat', label: 'SAT', help: 'The clip narrows for the tokens that have drifted most.' },
      { value: 'sat-gspo', label: 'SAT-GSPO', help: 'The same for the ratios of whole answers.' },
      {
        value: 'm2po',
        label: 'M2PO',
        help: 'The clip range follows from a budget for the spread of the ratios.',
      },
      {
        value: 'm2po-mask',
        label: 'M2PO, mask',
        help: 'Drops the most drifted tokens until a budget holds.',
      },
    ],
  },
  {
    title: 'A gate or a cap in place of the clip',
    methods: [
      { value: 'cispo', label: 'CISPO', help: 'Caps the weight, and never drops a token.' },
      { value: 'sapo', label: 'SAPO', help: 'A soft gate in place of the clip.' },
      { value: 'minirl', label: 'MiniRL', help: 'The token-level surrogate, with a clip to the old policy.' },
      { value: 'drpo', label: 'DRPO', help: 'A divergence penalty that can turn the push round.' },
      { value: 'spo', label: 'SPO', help: 'A quadratic wall around ratio 1.' },
    ],
  },
  {
    title: 'Whole answers',
    methods: [
      {
        value: 'gspo',
        label: 'GSPO',
        help: 'Weights and clips a whole answer by the geometric mean of its ratios.',
      },
      {
        value: 'gspo-token',
        label: 'GSPO-token',
        help: 'GSPO’s clip by the whole answer, with an advantage for each token.',
      },
      { value: 'gmpo', label: 'GMPO', help: 'The geometric mean of ratios that are clipped one by one.' },
      { value: 'vespo', label: 'VESPO', help: 'A smooth weight on the ratio of the whole answer.' },
    ],
  },
  {
    title: 'Weights and rejection',
    methods: [
      { value: 'tis', label: 'Token TIS', help: 'Importance weights of tokens, truncated.' },
      {
        value: 'seq-tis',
        label: 'Sequence TIS',
        help: 'The importance weight of the whole answer, truncated.',
      },
      { value: 'mis', label: 'Token MIS', help: 'Tokens outside a band of weights are rejected.' },
      {
        value: 'icepop',
        label: 'IcePop',
        help: 'Tokens outside a band get weight 0, the mean stays as it is.',
      },
      { value: 'seq-mis', label: 'Sequence MIS', help: 'Answers outside a band of weights are rejected.' },
      {
        value: 'geometric-rejection',
        label: 'Geometric rejection',
        help: 'Answers whose mean ratio leaves a narrow band are rejected.',
      },
      {
        value: 'divergence-rejection',
        label: 'Divergence rejection',
        help: 'Tokens or answers with too large an estimated divergence are rejected.',
      },
      { value: 'opsm', label: 'OPSM', help: 'DeepSeek-V3.2: bad answers that have drifted are dropped.' },
    ],
  },
  {
    title: 'Probability moved',
    methods: [
      {
        value: 'dppo-tv',
        label: 'DPPO, binary TV',
        help: 'Masks tokens that have moved too much probability outward.',
      },
      {
        value: 'dppo-kl',
        label: 'DPPO, binary KL',
        help: 'The same by the divergence of “this token or another”.',
      },
      {
        value: 'dppo-full-tv',
        label: 'DPPO, full TV',
        help: 'The same by total variation over the vocabulary.',
      },
      {
        value: 'dppo-full-kl',
        label: 'DPPO, full KL',
        help: 'The same by KL divergence over the vocabulary.',
      },
      { value: 'prime-rl', label: 'prime-rl default', help: 'DPPO’s mask and a gentle pull to the sampler.' },
      {
        value: 'prime-ipo',
        label: 'prime-rl ipo',
        help: 'Masks what has moved too much probability, either way.',
      },
      { value: 'cppo', label: 'CPPO', help: 'A divergence budget along the answer.' },
    ],
  },
  {
    title: 'Entropy kept up',
    methods: [
      { value: 'clip-cov', label: 'Clip-Cov', help: 'Leaves out a few tokens that drive the entropy down.' },
      {
        value: 'kl-cov',
        label: 'KL-Cov',
        help: 'Holds back the few tokens that drive the entropy down most.',
      },
      {
        value: 'epo',
        label: 'EPO, as released',
        help: 'PPO with an entropy bonus and a penalty without gradient.',
      },
      {
        value: 'epo-hinge',
        label: 'EPO, with a working penalty',
        help: 'The same with a penalty that acts.',
      },
    ],
  },
  {
    title: 'A learnt value',
    methods: [
      {
        value: 'a2c',
        label: 'A2C',
        help: 'A learnt value as baseline; stale tokens count as if fresh. Needs a value head.',
      },
      {
        value: 'v-trace',
        label: 'V-trace',
        help: 'IMPALA: values corrected by truncated ratios. Needs a value head.',
      },
    ],
  },
] as const;

/** All of them, in the same order. */
export const methodOptions = methodFamilies.flatMap(({ methods }): readonly MethodOption[] => methods);

type MethodOption = (typeof methodFamilies)[number]['methods'][number];
