import type { Script } from '../../src/adapters/agents/scripted/script.ts'

/** Longer than a program takes to start on a busy machine. */
export const SOON_MS = 2500

/** What the agents of the port's suite are told to do, by step. */
export const agentsScript: Script = {
  scenes: [
    {
      match: { step: 'write', role: 'implementer' },
      acts: [
        { act: 'say', text: 'Writing.' },
        { act: 'write', path: 'deep/hello.txt', text: 'good morning' },
        { act: 'edit', path: 'deep/hello.txt', find: 'morning', replace: 'day' },
        { act: 'reply', value: { status: 'ok' } },
      ],
    },
    {
      match: { step: 'call' },
      acts: [
        { act: 'tool', name: 'note', input: { a: 1 } },
        { act: 'say', text: 'Told.' },
      ],
    },
    { match: { step: 'say' }, acts: [{ act: 'say', text: 'Hello.' }] },
    {
      match: { step: 'spend' },
      acts: [
        { act: 'usage', tokens: 100, usd: 0.125 },
        { act: 'usage', tokens: 20, usd: 0.125 },
      ],
    },
    {
      match: { step: 'wait' },
      acts: [
        { act: 'write', path: 'started.txt', text: '' },
        { act: 'wait', ms: 600_000 },
      ],
    },
    {
      match: { step: 'daemon' },
      acts: [
        { act: 'spawn-daemon', pidFile: 'pid' },
        { act: 'say', text: 'It runs.' },
      ],
    },
    {
      match: { step: 'daemon-crash' },
      acts: [
        { act: 'spawn-daemon', pidFile: 'pid' },
        { act: 'crash', code: 3 },
      ],
    },
    { match: { step: 'crash' }, acts: [{ act: 'crash', code: 3 }] },
    { match: { step: 'login' }, acts: [{ act: 'error', code: -32000, message: 'Authentication required' }] },
    { match: { step: 'busy' }, acts: [{ act: 'error', code: 529, message: 'Overloaded' }] },
    { match: { step: 'flood' }, acts: [{ act: 'garbage', bytes: 12_000_000 }, { act: 'hang' }] },
    { match: { step: 'hang' }, acts: [{ act: 'hang' }] },
    { match: { step: 'stall' }, acts: [{ act: 'usage', tokens: 5, usd: 0.25 }, { act: 'stall' }] },
    {
      match: { step: 'ponder' },
      acts: [
        { act: 'ponder', ms: SOON_MS + 1500, everyMs: SOON_MS / 5 },
        { act: 'say', text: 'At last.' },
      ],
    },
    { match: { step: 'limited' }, acts: [{ act: 'rate-limit', retryAfterSeconds: 90 }] },
    {
      match: { step: 'ask-to-write' },
      acts: [
        { act: 'say', text: 'May I?' },
        { act: 'ask-permission', kind: 'edit', title: 'write asked.txt', path: 'asked.txt' },
        { act: 'write', path: 'asked.txt', text: 'yes' },
        { act: 'say', text: 'Thank you.' },
      ],
    },
    {
      match: { step: 'ask-to-read' },
      acts: [
        { act: 'ask-permission', kind: 'read', title: 'read the code' },
        { act: 'say', text: 'I read it.' },
      ],
    },
    {
      match: { step: 'ask-to-run' },
      acts: [
        { act: 'ask-permission', kind: 'execute', title: 'npm test' },
        { act: 'say', text: 'I ran it.' },
      ],
    },
    {
      match: { step: 'ask-to-fetch' },
      acts: [
        { act: 'ask-permission', kind: 'fetch', title: 'look it up' },
        { act: 'say', text: 'I looked it up.' },
      ],
    },
    {
      match: { step: 'ask-to-stray' },
      acts: [
        { act: 'ask-permission', kind: 'edit', title: 'write elsewhere', path: '../elsewhere.txt' },
        { act: 'say', text: 'I strayed.' },
      ],
    },
  ],
}
