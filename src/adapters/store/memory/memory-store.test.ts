import { describeStorePort } from '../../../../test/ports/store.suite.ts'
import { createMemoryStore } from './memory-store.ts'

describeStorePort('memory store', () => createMemoryStore({ now: () => 1 }))
