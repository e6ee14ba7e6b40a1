import type { Attempt } from '../attempt.ts'
import { CONFINED, NOWHERE } from '../attempt.ts'

/** What is not the program's own is changed. */
export const writes: readonly Attempt[] = [
  // Git is used before it is broken.
  {
    name: 'push to a repository on this machine',
    promised: CONFINED,
    works: 'varies',
    act: ({ sh, place }) =>
      sh(
        `git -C '${place.own}' -c push.followTags=false push '${place.otherRepository}' HEAD:refs/heads/hostile 2>&1`,
      ) && null,
    leaves: ({ otherRepository }) => `${otherRepository}/.git/refs/heads/hostile`,
  },
  {
    name: 'replace an object of git',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, sh, place }) => {
      const id = sh(`git -C '${place.own}' rev-parse HEAD^{tree}`).trim()
      const file = `${place.commonDir}/objects/${id.slice(0, 2)}/${id.slice(2)}`
      if (fs.existsSync(file)) fs.chmodSync(file, 0o644)
      fs.writeFileSync(file, 'hostile')
    },
    leaves: ({ commonDir }) => `${commonDir}/objects/`,
  },
  {
    name: 'write to the home: what a shell reads at its start',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.home}/.bashrc`),
    leaves: ({ home }) => `${home}/.bashrc`,
  },
  {
    name: 'leave a service or a timer of the user',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, append, place }) => {
      fs.mkdirSync(`${place.home}/.config/systemd/user`, { recursive: true })
      append(`${place.home}/.config/systemd/user/hostile.timer`)
    },
    leaves: ({ home }) => `${home}/.config/systemd/user/hostile.timer`,
  },
  {
    name: "write to the user's checkout",
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.project}/readme.md`),
    leaves: ({ project }) => `${project}/readme.md`,
  },
  {
    name: 'write to another repository',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.otherRepository}/file`),
    leaves: ({ otherRepository }) => `${otherRepository}/file`,
  },
  {
    name: "write to another task's workspace",
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.other}/secret.txt`),
    leaves: ({ other }) => `${other}/secret.txt`,
  },
  {
    name: 'leave something in what a gate keeps beside its place',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, append, place }) => {
      fs.mkdirSync(`${place.other}.box/caches/_npm`, { recursive: true })
      append(`${place.other}.box/caches/_npm/poisoned`)
    },
    leaves: ({ other }) => `${other}.box/caches/_npm/poisoned`,
  },
  {
    name: 'poison the cache of a package manager',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.home}/.npm/_cacache/entry`),
    leaves: ({ home }) => `${home}/.npm/_cacache/entry`,
  },
  {
    name: 'poison the store of pnpm',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.home}/.local/share/pnpm/store/file`),
    leaves: ({ home }) => `${home}/.local/share/pnpm/store/file`,
  },
  {
    name: 'poison its private copy of a cache, for a later gate in the same place',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs, append, place }) => {
      fs.mkdirSync(`${place.home}/.cache/go-build`, { recursive: true })
      append(`${place.home}/.cache/go-build/later`)
    },
    leaves: () => 'what a later gate reads',
  },
  {
    name: 'write what others see in /tmp',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.shared}/note`),
    leaves: ({ shared }) => `${shared}/note`,
  },
  {
    name: 'write what others see in /dev/shm',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`/dev/shm/${place.mark}`),
    leaves: ({ mark }) => `/dev/shm/${mark}`,
  },
  {
    name: 'append to the journal',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.run}/journal.jsonl`),
    leaves: ({ run }) => `${run}/journal.jsonl`,
  },
  {
    name: 'drop a letter into the inbox',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.run}/inbox/letter.json`),
    leaves: ({ run }) => `${run}/inbox/letter.json`,
  },
  {
    name: 'forge an entry of the store of evidence',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.store}/entry.json`),
    leaves: ({ store }) => `${store}/entry.json`,
  },
  {
    name: 'replace the key of journals',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.state}/key`),
    leaves: ({ state }) => `${state}/key`,
  },
  {
    name: 'make the repository trusted',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ append, place }) => append(`${place.settings}/trust.json`),
    leaves: ({ settings }) => `${settings}/trust.json`,
  },
  ...(
    [
      ['move a branch of the user', 'refs/heads/main'],
      ['write to packed refs', 'packed-refs'],
      ['change the settings of git', 'config'],
      ['leave a hook of git', 'hooks/pre-commit'],
      ['set attributes of git', 'info/attributes'],
      ['lead git to other objects', 'objects/info/alternates'],
      ["move the HEAD of another task's workspace", 'worktrees/T2/HEAD'],
    ] as const
  ).map(([name, file]): Attempt => ({
    name,
    promised: CONFINED,
    works: 'for everybody',
    given: file,
    act: ({ append, place }, given) => append(`${place.commonDir}/${given}`),
    leaves: ({ commonDir }) => `${commonDir}/${file}`,
  })),
  {
    name: 'put a link in the place of its own workspace',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, place }) => {
      fs.renameSync(place.own, `${place.own}-moved`)
      fs.symlinkSync(place.otherRepository, place.own)
      fs.unlinkSync(place.own)
      fs.renameSync(`${place.own}-moved`, place.own)
      return 'swapped SECRET'
    },
  },
  {
    name: "put a link in the place of another task's workspace",
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, place }) => {
      fs.renameSync(place.other, `${place.other}-moved`)
      fs.renameSync(`${place.other}-moved`, place.other)
      return 'swapped SECRET'
    },
  },
  {
    name: 'rename the folder that all workspaces are in',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, path, place }) => {
      const parent = path.dirname(place.own)
      fs.renameSync(parent, `${parent}-moved`)
      fs.renameSync(`${parent}-moved`, parent)
      return 'renamed SECRET'
    },
  },
  {
    name: 'write through a hard link to a file outside',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, append, place }) => {
      fs.linkSync(`${place.project}/linked.txt`, `${place.own}/hard-link`)
      append(`${place.own}/hard-link`)
    },
    leaves: ({ project }) => `${project}/linked.txt`,
  },
  {
    name: 'leave a job of the system, or a library that every program loads',
    promised: CONFINED,
    works: 'for root',
    act: ({ fs, place }) => {
      const files = [`/etc/cron.d/${place.mark}`, `/etc/ld.so.conf.d/${place.mark}.conf`]
      for (const file of files) fs.writeFileSync(file, '# hostile\n')
      for (const file of files) fs.unlinkSync(file)
      return 'wrote SECRET'
    },
  },
  {
    name: 'leave a program with the rights of its owner in its own workspace',
    promised: NOWHERE,
    works: 'for everybody',
    act: ({ fs, place }) => {
      fs.copyFileSync('/bin/true', `${place.own}/setuid`)
      fs.chmodSync(`${place.own}/setuid`, 0o4755)
      return (fs.statSync(`${place.own}/setuid`).mode & 0o4000) !== 0 && 'made SECRET'
    },
  },
]
