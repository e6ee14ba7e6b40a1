/** What a gate looks at. */
export type GateKind = 'build' | 'test' | 'lint' | 'typecheck' | 'custom'
