import type { Executor } from '../plan/role.ts'

/** What each executor is there for, for whoever hands out tasks. */
export const EXECUTOR_DUTIES: Readonly<Record<Executor, string>> = {
  implementer: 'code and its tests',
  'ui-implementer': 'what people see in a browser, and its tests',
  'mobile-implementer': 'apps for phones, and their tests',
  'platform-engineer': 'builds, pipelines, infrastructure and deployments',
  designer: 'layouts, themes and design systems',
  'browser-tester': 'trying flows in a real browser',
  'mobile-tester': 'trying flows on a phone or its simulator',
  'documentation-writer': 'documents for people',
  'code-simplifier': 'making code simpler without changing what it does',
  'mobile-designer': 'layouts and themes of apps for phones',
}
