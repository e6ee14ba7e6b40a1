/** How often a program says how many tokens or dollars were used, and what its figure stands for. */
export type UsageReport = 'per-turn' | 'cumulative' | 'per-call' | 'last-call' | 'never'
