import type { GrayKind } from './brief.ts'

const SIGNS: readonly (readonly [GrayKind, RegExp])[] = [
  [
    'interface',
    /\b(?:apis?|endpoints?|routes?|cli|commands?|flags?|arguments?|options?|responses?|requests?|status codes?|verbos\w*|sdk|webhooks?|events?|library|exports?)\b/i,
  ],
  [
    'visual',
    /\b(?:ui|ux|pages?|screens?|views?|layouts?|buttons?|forms?|modals?|dialogs?|menus?|components?|css|themes?|styl(?:e|es|ing)|dashboards?|charts?|icons?|empty states?|responsive|dark mode)\b/i,
  ],
  [
    'logic',
    /\b(?:rules?|validat\w+|states?|transitions?|workflows?|permissions?|roles?|calculat\w+|polic(?:y|ies)|retr(?:y|ies)|timeouts?|expir\w+|dedup\w*|priorit\w+|schedul\w+|edge cases?|limits?|quotas?|login|auth\w*)\b/i,
  ],
  [
    'data',
    /\b(?:formats?|schemas?|csv|json|yaml|xml|imports?|export to|paginat\w+|migrat\w+|databases?|tables?|columns?|fields?|models?|records?|storage|cache\w*|encod\w+|time ?zones?|currenc(?:y|ies)|units?)\b/i,
  ],
]

/** The kinds of things that such a request often leaves open. */
export function grayKindsOf(text: string): readonly GrayKind[] {
  return SIGNS.filter(([, words]) => words.test(text)).map(([kind]) => kind)
}
