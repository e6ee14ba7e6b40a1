import { openTutti } from '../../../host/application.ts'
import { readPlan } from '../../../host/read-plan.ts'
import type { ConductOptions } from '../conduct-in-terminal.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import type { SettingFlags } from '../setting-flags.ts'
import { settingFlags } from '../setting-flags.ts'
import { prepareInTerminal } from '../settle-needs.ts'
import type { Terminal } from '../terminal.ts'

export interface RunFlags extends SettingFlags, Omit<ConductOptions, 'takeOver'> {
  readonly name?: string
  readonly playbook?: string
  readonly plan?: string
  readonly from?: string
  readonly inPlace: boolean
  readonly allowUnmetered?: boolean
}

/** Starts a run on the repository around this folder. */
export async function runCommand(
  terminal: Terminal,
  objective: string | undefined,
  flags: RunFlags,
): Promise<number> {
  const { from, playbook, name, inPlace, allowUnmetered } = flags
  const plan = flags.plan === undefined ? null : await readPlan(flags.plan, terminal.cwd, terminal.stdin)
  const request = {
    ...(objective === undefined ? {} : { objective }),
    ...(plan === null ? {} : { plan: { path: plan.file, text: plan.text } }),
    ...(from === undefined ? {} : { from }),
    ...(playbook === undefined ? {} : { playbook }),
    ...(name === undefined ? {} : { name }),
    settings: settingFlags(flags),
    isInPlace: inPlace,
    mayBeUnmetered: allowUnmetered === true,
  }
  const ready = await prepareInTerminal(terminal, openTutti(terminal), request, flags.json)
  for (const notice of ready.notices) terminal.err(notice)
  return conductInTerminal(terminal, ready, { ...flags, takeOver: false })
}
