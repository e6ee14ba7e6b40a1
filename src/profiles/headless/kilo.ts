import type { HeadlessWay } from '../headless-way.ts'
import { opencodeWay } from './opencode.ts'

/** Kilo 7.7.7 */
export const kiloHeadless: HeadlessWay = opencodeWay('kilo', 'KILO_CONFIG_CONTENT')
