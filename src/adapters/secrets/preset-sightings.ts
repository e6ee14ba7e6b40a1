import type { Sighting } from './secret-rule.ts'

/** As much of a rule of secretlint as is used here. */
interface Rule {
  readonly meta: { readonly id: string }
  create(
    context: RuleContext,
    options: Readonly<Record<string, unknown>>,
  ): {
    file?(source: RuleSource): Promise<void> | void
  }
}

interface RuleContext {
  createTranslator(): (messageId: string) => { readonly messageId: string }
  report(found: { readonly range: readonly [number, number] }): void
  ignore(): void
}

interface RuleSource {
  readonly content: string
  readonly ext: string
  readonly contentType: 'text'
}

const KINDS: Readonly<Record<string, string>> = {
  aws: 'a secret key of AWS',
  privatekey: 'a private key',
  npm: 'a token of npm',
  basicauth: 'a password in an address',
  slack: 'a token of Slack',
  sendgrid: 'a key of SendGrid',
  shopify: 'a token of Shopify',
  github: 'a token of GitHub',
  openai: 'a key of OpenAI',
  anthropic: 'a key of Anthropic',
  linear: 'a key of Linear',
  '1password': 'a token of 1Password',
  'database-connection-string': 'a password of a database',
}

let rules: Promise<readonly Rule[]> | null = null

/** What secretlint's recommended rules see. A comment in the text that would switch them off is not heard. */
export async function presetSightings(text: string, ext: string): Promise<readonly Sighting[]> {
  rules ??= loadRules()
  const sightings: Sighting[] = []
  for (const rule of await rules) {
    const kind = KINDS[nameOf(rule)]
    if (kind === undefined) continue
    const context: RuleContext = {
      createTranslator: () => (messageId) => ({ messageId }),
      report: ({ range: [start, end] }) => sightings.push({ start, end, kind }),
      ignore: () => {},
    }
    await rule.create(context, {}).file?.({ content: text, ext, contentType: 'text' })
  }
  return sightings
}

/** Asked for only when there is a text to look at: no command waits for it at its start. */
async function loadRules(): Promise<readonly Rule[]> {
  const preset: { readonly rules: unknown } = await import('@secretlint/secretlint-rule-preset-recommend')
  return preset.rules as readonly Rule[]
}

function nameOf({ meta }: Rule): string {
  return meta.id.replace('@secretlint/secretlint-rule-', '')
}
