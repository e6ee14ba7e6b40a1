import { kiloHeadless } from './headless/kilo.ts'
import { opencodeFamily } from './opencode-family.ts'

export const kilo = opencodeFamily({
  name: 'kilo',
  title: 'Kilo',
  tried: [{ package: '@kilocode/cli', version: '7.7.7' }],
  headless: kiloHeadless,
  hosts: ['kilo.ai', 'api.kilo.ai', 'app.kilo.ai', 'kilocode.ai'],
  homes: ['.local/state/kilo-sandbox-policy'],
  modes: { read: 'code', write: 'code' },
  ends: 'term',
})
