import type { Check } from './check.ts'
import { answer } from './checks/answer.ts'
import { cancel } from './checks/cancel.ts'
import { command } from './checks/command.ts'
import { end } from './checks/end.ts'
import { modelPin } from './checks/model-pin.ts'
import { modelSaid } from './checks/model-said.ts'
import { modelUnknown } from './checks/model-unknown.ts'
import { noise } from './checks/noise.ts'
import { nothingLeft } from './checks/nothing-left.ts'
import { outside } from './checks/outside.ts'
import { permission } from './checks/permission.ts'
import { readOnly } from './checks/read-only.ts'
import { resume } from './checks/resume.ts'
import { session } from './checks/session.ts'
import { size } from './checks/size.ts'
import { start } from './checks/start.ts'
import { tells } from './checks/tells.ts'
import { tools } from './checks/tools.ts'
import { twoSessions } from './checks/two-sessions.ts'
import { usage } from './checks/usage.ts'
import { writeFile } from './checks/write-file.ts'

/** In the order in which they are looked at: those that share the first session come first. */
export const allChecks: readonly Check[] = [
  start,
  tells,
  session,
  answer,
  usage,
  modelSaid,
  writeFile,
  command,
  permission,
  noise,
  outside,
  readOnly,
  tools,
  modelPin,
  modelUnknown,
  cancel,
  resume,
  twoSessions,
  end,
  size,
  nothingLeft,
]
