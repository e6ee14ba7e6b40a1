import { describe, expect, it } from 'vitest'
import { parseRoleFile } from './role-file.ts'

function file(yaml: string, body = 'Do it well.'): string {
  return `---\n${yaml}\n---\n\n${body}\n`
}

describe('parseRoleFile', () => {
  it('reads a file of each program as it is', () => {
    const copilot = file(
      'description: "Writes tests first."\nname: gem-implementer\ndisable-model-invocation: true\nuser-invocable: false',
      '# Role\n\n<role>Implement.</role>',
    )
    expect(parseRoleFile(copilot, '.github/agents/gem-implementer.agent.md')).toEqual({
      name: 'gem-implementer',
      description: 'Writes tests first.',
      instructions: '# Role\n\n<role>Implement.</role>',
      from: '.github/agents/gem-implementer.agent.md',
      access: 'write',
    })
    const claude = file(
      'name: code-reviewer\ndescription: Use this agent when: code was written. Examples: <example>user: "x"</example>\ntools: Read, Grep, Glob, Bash, TodoWrite\nmodel: opus',
    )
    expect(parseRoleFile(claude, '.claude/agents/code-reviewer.md')).toMatchObject({
      description: 'Use this agent when: code was written. Examples: <example>user: "x"</example>',
      access: 'read',
    })
    const opencode = file('description: Plans\nmode: subagent\npermission:\n  edit: deny\n  bash: ask')
    expect(parseRoleFile(opencode, '.opencode/agent/Big Plans.md')).toMatchObject({
      name: 'big-plans',
      access: 'read',
    })
    expect(parseRoleFile('Only words.\r\n', '.tutti/roles/critic.md')).toEqual({
      name: 'critic',
      description: '',
      instructions: 'Only words.',
      from: '.tutti/roles/critic.md',
      access: 'write',
    })
    expect(parseRoleFile('Only words.', '.claude/agents/notes.md')).toBeNull()
  })

  it.each([
    ['', 'write'],
    ['tools: "*"', 'write'],
    ['tools: []', 'read'],
    ['tools: [read, search]', 'read'],
    ["tools: ['search', 'edit/editFiles']", 'write'],
    ['tools: Read, MultiEdit', 'write'],
    ['tools: {write: false, edit: false}', 'read'],
    ['tools: {bash: false}', 'write'],
    ["tools: {'*': false, read: true}", 'read'],
    ["tools: {'*': false, edit: true}", 'write'],
    ['disallowedTools: Edit, Write', 'read'],
    ['disallowedTools: [Bash]', 'write'],
    ['tools: 7', 'write'],
  ])('gives access by %j', (yaml, access) => {
    expect(parseRoleFile(file(yaml), '.tutti/roles/a.md')?.access).toBe(access)
  })

  it.each([
    ['---\nname: a\n', 'r.md:1:1: the YAML that begins here has no end'],
    [file('name: [a'), 'r.md:3:1: Flow sequence'],
    ['\0PNG', 'r.md:1:1: the file is not UTF-8 text'],
    [file('description: x\ntools: [a\nmodel: b'), 'r.md:4:1'],
    [file('- a'), 'r.md:2:1: must be keys with values'],
    [file('description: x\nname: "12"'), 'r.md:3:1: no role can be named `12`'],
    [file('name: a', ''), 'r.md:1:1: the file says nothing'],
    ['x'.repeat(70_000), 'r.md:1:1: the file is larger than 64 KB'],
  ])('refuses a text: %#', (text, problem) => {
    expect(() => parseRoleFile(text, '.tutti/roles/r.md')).toThrow(problem)
  })

  it('gives any name as letters, digits and hyphens', () => {
    const nameOf = (name: string) => parseRoleFile(file(`name: ${name}`), '.tutti/roles/x.md')?.name
    expect([nameOf('Réviewer of UI'), nameOf('a__b'), nameOf(`a${'-b'.repeat(40)}`)?.length]).toEqual([
      'reviewer-of-ui',
      'a-b',
      47,
    ])
  })
})
