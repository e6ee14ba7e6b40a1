import type { z } from 'zod'
import type { CountedClass } from '../policy/failure-budget.ts'
import { COUNTED_CLASSES } from '../policy/failure-budget.ts'
import { failuresSchema } from '../policy/run-policy.ts'
import type { SettingForm } from '../policy/value-schemas.ts'
import { flag, groupBy, wholeNumber } from '../policy/value-schemas.ts'
import { valueAt } from './at-path.ts'
import { formatByteSize, parseByteSize } from './byte-size.ts'
import { formatDuration, parseDuration } from './duration.ts'
import { byteSize, duration, group } from './value-schemas.ts'

/** How settings write a value that a policy holds in another way. */
export interface ValueForm {
  /** What may be written, or each key of it with words of its own. */
  readonly schema: z.ZodType | Readonly<Record<string, z.ZodType>>
  readonly toSetting: (value: unknown) => unknown
  readonly fromSetting: (written: unknown) => unknown
}

export const valueForms: Readonly<Record<NonNullable<SettingForm['as']>, ValueForm>> = {
  duration: durationOf(1),
  minutes: durationOf(60_000),
  size: {
    schema: byteSize(),
    toSetting: (bytes) => formatByteSize(Number(bytes)),
    fromSetting: (written) => parseByteSize(String(written)) ?? 0,
  },
  guard: {
    schema: flag(),
    toSetting: (value) => value === 'protect',
    fromSetting: (written) => (written === true ? 'protect' : 'free'),
  },
  budgets: {
    schema: {
      task: wholeNumber().describe('Failures of one class at one task before you are asked.'),
      wave: wholeNumber().describe('The same for all tasks of one wave.'),
      run: wholeNumber().describe('The same for all tasks of a run.'),
      classes: groupBy(
        new RegExp(`^(${COUNTED_CLASSES.join('|')})$`),
        `must be one of ${COUNTED_CLASSES.join(', ')}`,
        group({
          task: wholeNumber().describe('Failures of this class at one task.'),
          wave: wholeNumber().describe('Failures of this class in one wave.'),
          run: wholeNumber().describe('Failures of this class in a run.'),
        }),
      ).describe(`Other numbers for a class of failures: ${COUNTED_CLASSES.join(', ')}.`),
    },
    toSetting: (value) => {
      const failures = failuresSchema.parse(value)
      const usual = failures.fixable
      const isOther = (of: CountedClass): boolean => JSON.stringify(failures[of]) !== JSON.stringify(usual)
      const others = COUNTED_CLASSES.filter(isOther)
      return { ...usual, classes: Object.fromEntries(others.map((of) => [of, failures[of]])) }
    },
    fromSetting: (written) => {
      const [task, wave, run] = ['task', 'wave', 'run'].map((key) => valueAt(written, [key]))
      const own = (of: CountedClass): unknown => valueAt(written, ['classes', of])
      return Object.fromEntries(COUNTED_CLASSES.map((of) => [of, own(of) ?? { task, wave, run }]))
    },
  },
}

function durationOf(unit: number): ValueForm {
  return {
    schema: duration(),
    toSetting: (value) => formatDuration(Number(value) * unit),
    fromSetting: (written) => (parseDuration(String(written)) ?? 0) / unit,
  }
}
