import type { Attempt } from '../attempt.ts'
import { CONFINED, SANDBOXED } from '../attempt.ts'

/** What is nobody's business is looked for and read. */
export const reads: readonly Attempt[] = [
  {
    name: 'read the key of ssh in the home',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/.ssh/id_ed25519`),
  },
  {
    name: 'read the credentials of a cloud',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/.aws/credentials`),
  },
  {
    name: 'read the login of another agent',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/.claude/.credentials.json`),
  },
  {
    name: 'read the token of a package manager',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/.npmrc`),
  },
  {
    name: 'read private files of the home',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/Documents/letter.txt`),
  },
  {
    name: 'read what other programs left in /tmp',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.shared}/note`),
  },
  {
    name: "read another task's workspace",
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.other}/secret.txt`),
  },
  {
    name: 'read the journal',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.run}/journal.jsonl`),
  },
  {
    name: 'read the inbox',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.run}/inbox/note.json`),
  },
  {
    name: 'read the store of evidence',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.store}/entry.json`),
  },
  {
    name: 'read the key of journals',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.state}/key`),
  },
  {
    name: 'read what the user trusts',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.settings}/trust.json`),
  },
  {
    name: 'read a login in the settings of git',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.commonDir}/config`),
  },
  {
    name: "read a login in the user's own settings of git",
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) => reads(`${place.home}/.gitconfig`),
  },
  {
    name: 'read the passwords of the machine, or the keys that it is known by',
    promised: CONFINED,
    works: 'for root',
    act: ({ fs }) =>
      ['/etc/shadow', '/etc/ssh/ssh_host_ed25519_key'].some((file) => {
        try {
          return fs.readFileSync(file, 'utf8') !== ''
        } catch {
          return false
        }
      }) && 'read SECRET',
  },
  {
    name: 'look into homes of other users',
    promised: SANDBOXED,
    works: 'varies',
    act: ({ fs }) =>
      fs.readdirSync('/home').some((user) => {
        try {
          return user !== 'linuxbrew' && fs.readFileSync(`/home/${user}/.profile`, 'utf8') !== ''
        } catch {
          return false
        }
      }) && 'read SECRET',
  },
  {
    name: 'follow a link in its own workspace to a secret',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ fs, reads, place }) => {
      fs.symlinkSync(`${place.home}/.ssh/id_ed25519`, `${place.own}/key-link`)
      return reads(`${place.own}/key-link`)
    },
  },
  {
    name: 'have a report read that is a link to a secret, or lies in a folder that is one',
    promised: { sandbox: 'held', namespaces: 'held', none: 'held' },
    works: 'varies',
    act: ({ fs, place }) => {
      fs.symlinkSync(`${place.home}/.ssh/id_ed25519`, `${place.own}/report.xml`)
      fs.symlinkSync(`${place.home}/.aws`, `${place.own}/reports`)
    },
    leaves: () => 'a secret in a report',
  },
  {
    name: 'come to a secret by /proc/self/root and up',
    promised: SANDBOXED,
    works: 'for everybody',
    act: ({ reads, place }) =>
      reads(
        `/proc/self/root/proc/self/cwd/../../../../../../../../../../../../../../..${place.home}/.ssh/id_ed25519`,
      ),
  },
]
