import { describeToolsPort } from '../../../../test/ports/tools.suite.ts'
import { createDirectTools } from './direct-tools.ts'

describeToolsPort('within the process', () =>
  Promise.resolve({
    tools: createDirectTools(),
    use: (server) => Promise.resolve({ call: (name, input) => server.call(name, input), close: () => {} }),
    remove: () => Promise.resolve(),
  }),
)
