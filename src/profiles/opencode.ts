import { opencodeHeadless } from './headless/opencode.ts'
import { opencodeFamily } from './opencode-family.ts'

export const opencode = opencodeFamily({
  name: 'opencode',
  title: 'OpenCode',
  tried: [{ package: 'opencode-ai', version: '1.18.33' }],
  headless: opencodeHeadless,
  hosts: ['opencode.ai'],
  modes: { read: 'plan', write: 'build' },
  ends: 'input',
})
