/**
 * Plays the conductor of a run on the decoy machine: the real world of a run, two workspaces, and a hostile program in
 * one of them, as an agent or as a gate. Beside it stand whom the program could harm. It prints what came of it.
 */
export const CONDUCTOR = `
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { findRepository } from './src/adapters/git/find-repository.js'
import { confineAgent } from './src/adapters/agents/turns/confine-agent.js'
import { DEFAULT_SETTINGS } from './src/config/default-settings.js'
import { agentTemporary } from './src/host/agent-folders.js'
import { buildWorld } from './src/host/build-world.js'
import { findLocations, runFolder } from './src/host/locations.js'
import { openSeals } from './src/host/seals.js'
import { knownProfiles } from './src/profiles/known-profiles.js'

const { role, level, project, otherRepository, shared, mark, program, limits } = JSON.parse(process.argv[2])
const environment = { ...process.env }
const home = environment.HOME
const effect = (label, act) => act()
const locations = findLocations(await findRepository(project, environment), environment, DEFAULT_SETTINGS.state)
const settings = { ...DEFAULT_SETTINGS, isolation: level }
const folder = runFolder(locations, 'r1')
const commonDir = locations.repository.commonDir
const store = join(dirname(locations.runs), 'store')
const state = join(home, '.local/state/tutti')
const secret = (file, name) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'SECRET-' + name + '\\n')
}
secret(join(folder.root, 'journal.jsonl'), 'journal')
secret(join(folder.inbox, 'note.json'), 'inbox')
secret(join(store, 'entry.json'), 'store')
secret(join(state, 'key'), 'key-of-thirty-two-bytes.'.padEnd(24, '.'))
chmodSync(join(state, 'key'), 0o600)

const opened = await buildWorld({
  locations, run: 'r1', settings, profiles: [], environment, takeOver: false, effect, onActivity: () => {},
}, await openSeals(locations))
const { workspaces, commands, repository } = opened.world
const base = await repository.resolve('refs/heads/main')
const [own, other] = [role === 'agent' ? 'T1' : 'gate-1', 'T2']
const workspace = await workspaces.open({ run: 'r1', id: own, base })
const { path: otherPath } = await workspaces.open({ run: 'r1', id: other, base })
secret(join(otherPath, 'secret.txt'), 'other')

const received = (socket) => { socket.on('error', () => {}); socket.end('SECRET-net\\n') }
const listen = (...where) => new Promise((resolve) => {
  const server = createServer(received)
  server.listen(...where, () => resolve(server.address()))
})
const { port: tcp } = await listen(0, '0.0.0.0')
const abstract = mark
await listen('\\0' + abstract)
const socket = join(shared, 'agent.sock')
await listen(socket)
const service = join(dirname(project), 'service.sock')
await listen(service)
chmodSync(service, 0o777)
const datagrams = createSocket('udp4')
datagrams.on('message', (_message, { port, address }) => datagrams.send('SECRET-udp', port, address))
const udp = await new Promise((resolve) => datagrams.bind(0, '127.0.0.1', () => resolve(datagrams.address().port)))
const address = Object.values(networkInterfaces()).flat().find((at) => at.family === 'IPv4' && !at.internal)?.address ?? '127.0.0.1'
const victim = spawn('/bin/sh', ['-c', 'sleep 90; : SECRET-arguments'], { detached: true, stdio: 'ignore', env: { VICTIM: 'SECRET-victim' } })
openSync(join(home, 'Documents/letter.txt'), 'r')

const place = {
  home, project, commonDir, run: folder.root, store, state, settings: join(home, '.config/tutti'),
  own: workspace.path, other: otherPath, otherRepository, shared, conductor: process.pid, victim: victim.pid,
  tcp, udp, address, abstract, socket, service, mark,
}
const hooks = { signal: new AbortController().signal, onActivity: () => {} }
await commands.run({ step: 'first', attempt: 1, command: 'true', path: workspace.path, timeoutMs: 30000 }, hooks)
writeFileSync(join(workspace.path, 'attack.mjs'), readFileSync(program))
writeFileSync(join(workspace.path, 'place.json'), JSON.stringify(place))
const looked = async (what, told) => {
  console.log('<<<' + what + ':' + JSON.stringify(told) + '>>>')
  await new Promise((resolve) => process.stdin.once('data', resolve))
}
await looked('ready', place)

const agentEnv = { PATH: environment.PATH, HOME: home, TMPDIR: await agentTemporary(locations, 'r1', workspace.path) }
const agent = { name: 'codex', command: ['codex'], resume: false, stallMs: 1, totalMs: 1, program: knownProfiles.find(({ name }) => name === 'codex'), model: null, way: 'acp' }
const asAgent = async (argv, path, env) => {
  const confined = { ...confineAgent({ agent, access: 'write', env, path, tools: null, onRefused: () => {} }), ...(limits ? { limits } : {}) }
  return opened.processes.launch({ argv, cwd: path, folder: path, env, label: 'hostile', confined, mergeOutput: true })
}
const siblingEnv = { ...agentEnv, TMPDIR: await agentTemporary(locations, 'r1', otherPath), SIBLING: 'SECRET-sibling' }
const sibling = await asAgent(['/bin/sh', '-c', 'sleep 90'], otherPath, siblingEnv)
let result
if (role === 'agent') {
  const launched = await asAgent([process.execPath, join(workspace.path, 'attack.mjs')], workspace.path, agentEnv)
  launched.stdin.close().catch(() => {})
  let printed = ''
  const reading = (async () => { for await (const chunk of launched.stdout) printed += Buffer.from(chunk) })()
  await launched.ended
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 200))])
  const exceeded = launched.exceeded()
  const leftovers = await launched.end(2000)
  result = { printed, leftovers, exceeded, level: launched.confinement }
} else {
  const request = { step: 'gate', attempt: 1, command: JSON.stringify(process.execPath) + ' attack.mjs', path: workspace.path, timeoutMs: 60000, reports: ['report.xml', 'reports/cred*'] }
  const done = await commands.run(request, hooks)
  await workspaces.restoreImage(workspace, null)
  const later = { ...request, command: 'cat "$HOME/.cache/go-build/later" 2>&1; true', reports: [] }
  const { text: read } = await commands.run(later, hooks)
  result = { later: read, printed: done.text, leftovers: done.leftovers, exceeded: null, level: sibling.confinement, reports: done.reports }
}
await looked('attacked', null)
if (role === 'agent' && !limits) {
  const request = { run: 'r1', step: 'turn', workspace, parent: base, message: 'what it left', at: 0 }
  await workspaces.commit(request).catch(() => {})
  await workspaces.reset(workspace, base).catch(() => {})
}
const alive = (pid) => { try { process.kill(pid, 0); return true } catch { return false } }
result.victimLives = alive(victim.pid)
try { process.kill(-victim.pid, 'SIGKILL') } catch {}
await sibling.end(100)
await opened.close()
console.log('<<<done:' + JSON.stringify(result) + '>>>')
process.exit(0)
`
