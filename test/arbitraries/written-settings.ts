import fc from 'fast-check'
import type { WrittenSettings } from '../../src/config/settings-schema.ts'
import { GATE_KINDS, GATE_SCOPES, TRUST } from '../../src/config/settings.ts'
import { CHALLENGERS } from '../../src/policy/challenge-policy.ts'
import { TIERS } from '../../src/policy/tier.ts'

const whole = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const money = fc.double({ min: 0.01, max: 1e9, noNaN: true })
const duration = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
  .map(([count, unit]) => `${count}${unit}`)

/** Any text that YAML can carry and a settings file may: the awkward ones above all. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom(
      'true',
      'null',
      '~',
      '12',
      '0x1f',
      '1e3',
      '- a',
      'a: b',
      'a #b',
      '{run}',
      '*a',
      '&a',
      '!a',
      '%a',
    ),
    fc.constantFrom('npm test', 'a\nb', 'a\n', ' a ', '"', "'", 'x'.repeat(200), 'a\tb', '\u2028a', '<<'),
  )
  .filter((each) => /\S/.test(each) && !/[\0\uFFFD]/.test(each))

const agentName = fc.oneof(
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/),
  fc.constantFrom('constructor', 'yes'),
)
const variableName = fc
  .oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/), fc.constantFrom('toString', 'NO'))
  .filter((name) => !name.startsWith('TUTTI_') && name !== '__proto__')
const variables = fc.dictionary(variableName, fc.oneof(text, fc.constant('')), {
  maxKeys: 3,
  noNullPrototype: true,
})
const tiers = fc.subarray([...TIERS])
const byTier = <T>(value: fc.Arbitrary<T>) =>
  fc.record(
    { trivial: value, small: value, medium: value, large: value },
    { requiredKeys: [], noNullPrototype: true },
  )
const caps = { turns: whole, tokens: whole, usd: money, time: duration }

/** Settings that the schema takes. */
export const writtenSettings: fc.Arbitrary<WrittenSettings> = fc.record(
  {
    agent: fc.oneof(agentName, text),
    agents: fc.dictionary(
      agentName,
      fc.record(
        {
          command: fc.oneof(
            text,
            fc
              .tuple(text, fc.array(text, { maxLength: 3 }))
              .map(([first, rest]): [string, ...string[]] => [first, ...rest]),
          ),
          program: text,
          model: text,
          way: fc.constant('acp' as const),
          env: variables,
          resume: fc.boolean(),
        },
        { requiredKeys: ['command'], noNullPrototype: true },
      ),
      { maxKeys: 3, noNullPrototype: true },
    ),
    model: text,
    fallback: fc.array(agentName, { maxLength: 2 }),
    routes: fc.array(
      fc.record(
        {
          agent: agentName,
          role: fc.constantFrom('implementer', 'own-role'),
          task: text,
          paths: fc.constant(['docs/']),
          effort: fc.constantFrom('small' as const, 'large' as const),
          fallback: fc.array(agentName, { maxLength: 2 }),
        },
        { requiredKeys: ['agent'], noNullPrototype: true },
      ),
      { maxLength: 2 },
    ),
    roles: fc.record(
      { planner: fc.record({ agent: agentName, model: text }, { requiredKeys: [], noNullPrototype: true }) },
      { requiredKeys: [], noNullPrototype: true },
    ),
    verify: fc.uniqueArray(
      fc.oneof(
        text,
        fc.record(
          {
            name: text,
            command: text,
            timeout: duration,
            kind: fc.constantFrom(...GATE_KINDS),
            scope: fc.constantFrom(...GATE_SCOPES),
            exclusive: fc.boolean(),
            report: fc.constantFrom('report.xml', 'build/**/*.xml'),
          },
          { requiredKeys: ['command'], noNullPrototype: true },
        ),
      ),
      {
        minLength: 1,
        maxLength: 4,
        selector: (item) => (typeof item === 'string' ? item : (item.name ?? item.command)),
      },
    ),
    prepare: fc.oneof(text, fc.constant(false as const)),
    copy: fc.array(fc.constantFrom('.env', 'a/b c', '..a/b', 'é')),
    env: fc.record(
      { pass: fc.array(fc.constantFrom('A', 'AWS_*', '*')), set: variables },
      { requiredKeys: [], noNullPrototype: true },
    ),
    limits: fc.record(
      {
        ...caps,
        parallel: whole,
        gates: whole,
        attempts: whole,
        'turn-time': duration,
        'stall-time': duration,
        task: fc.record(caps, { requiredKeys: [], noNullPrototype: true }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    policy: fc.record(
      {
        base: fc.constantFrom('standard', 'plain', './a.yaml', 'b.yml'),
        tier: fc.constantFrom('auto', ...TIERS),
        specify: tiers,
        research: fc.record(
          { areas: byTier(fc.nat()), reuse: fc.boolean() },
          { requiredKeys: [], noNullPrototype: true },
        ),
        challenge: fc.record(
          {
            by: byTier(fc.subarray([...CHALLENGERS])),
            'sure-from': fc.double({ min: 0, max: 1, noNaN: true }),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
        approvals: fc.record(
          { plan: fc.constantFrom('ask', 'person', 'free'), 'public-api': fc.constant('free' as const) },
          { requiredKeys: [], noNullPrototype: true },
        ),
        backoff: duration,
        'least-gain': fc.double({ min: 1, max: 100, noNaN: true }),
        order: fc.constantFrom('ready', 'waves'),
        'write-set': fc.constantFrom('refuse', 'extend'),
        'unknown-write-set': fc.constantFrom('free', 'exclusive'),
        protect: fc.record(
          {
            tests: fc.boolean(),
            gates: fc.boolean(),
            ci: fc.boolean(),
            'lock-files': fc.boolean(),
            paths: fc.array(fc.constantFrom('a', 'b/**', '*.sql')),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
        failures: fc.record(
          {
            task: whole,
            wave: whole,
            run: whole,
            same: whole,
            classes: fc.dictionary(
              fc.constantFrom('transient', 'flaky'),
              fc.record({ task: whole, wave: whole, run: whole }, { noNullPrototype: true }),
              { maxKeys: 2, noNullPrototype: true },
            ),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
        replans: fc.nat(),
        'flake-runs': fc.nat(),
        batch: whole,
        roles: fc.dictionary(agentName, whole, { maxKeys: 2, noNullPrototype: true }),
        agents: fc.dictionary(agentName, whole, { maxKeys: 2, noNullPrototype: true }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    deliver: fc.record(
      { branch: fc.constantFrom('{run}', 'a/{run}/b', 'main', '@a/b') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    state: fc.record(
      { journals: fc.constantFrom('/', '/a b', '~/c'), worktrees: fc.constantFrom('/w', '~/') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    trust: fc.constantFrom(...TRUST),
  },
  { requiredKeys: [], noNullPrototype: true },
)
