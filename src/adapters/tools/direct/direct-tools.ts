import type { OpenTools, ToolOffer, Tools } from '../../../kernel/ports/tools.ts'

/** Tools for agents within this process: nothing listens, and there is no program to start. */
export function createDirectTools(): Tools {
  return {
    open: (offer) => Promise.resolve(openDirectly(offer)),
    forget: () => {},
    close: () => Promise.resolve(),
  }
}

function openDirectly(offer: ToolOffer): OpenTools {
  let isOpen = true
  return {
    server: {
      name: 'tutti',
      tools: offer.tools.map(({ name }) => name),
      stdio: { command: 'false', args: [], env: {} },
      http: { url: '', headers: {} },
      call: async (name, input) => {
        if (!isOpen) return { text: 'No turn of yours is at work.', isError: true }
        try {
          return await offer.call(name, input)
        } catch {
          return { text: 'The call could not be taken.', isError: true }
        }
      },
    },
    taken: () => {},
    close: () => {
      isOpen = false
    },
  }
}
