import { createSeal } from '../src/adapters/seal/hmac-seal.ts'

/** As every run's own: what it costs is part of what is measured. */
export const benchSeal = createSeal(Buffer.alloc(32, 7), 'a bench')
