/** What one metric of the table is. */

/** Other libraries whose names for the same thing the table gives. */
export const libraries = {
  areal: 'AReaL',
  verl: 'verl',
  trl: 'TRL',
  'prime-rl': 'prime-rl',
  pipelinerl: 'PipelineRL',
  slime: 'slime',
  skyrl: 'SkyRL',
  'nemo-rl': 'NeMo-RL',
  openrlhf: 'OpenRLHF',
  'sample-factory': 'Sample Factory',
  cleanrl: 'CleanRL',
  sb3: 'Stable-Baselines3',
} as const;

export type Library = keyof typeof libraries;

export interface MetricDefinition {
  readonly name: string;
  readonly label: string;
  /** Definition in words, complete enough to compute it by hand. */
  readonly definition: string;
  /** The definition in TeX, where it is a formula. */
  readonly formula?: string;
  readonly unit?: string;
  /** Names in other libraries (`systems.md` §3.1), with what differs in brackets. */
  readonly aliases?: Readonly<Partial<Record<Library, string>>>;
}
