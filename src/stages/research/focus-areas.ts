import type { Brief, GrayKind } from '../intake/brief.ts'

/** One question about the repository; `id` is its angle, short and stable. */
export interface FocusArea {
  readonly id: string
  /** Says what is asked without the objective, so that an answer serves later jobs too. */
  readonly question: string
}

const BY_GRAY_KIND: Readonly<Record<GrayKind, FocusArea>> = {
  interface: {
    id: 'interfaces',
    question:
      'Interfaces: which commands, endpoints or exports there are, in what form they answer, and how they report errors.',
  },
  data: {
    id: 'data',
    question:
      'Data: what is stored where, in what form, who reads and writes it, and how its form is changed.',
  },
  visual: {
    id: 'visual',
    question: 'What people see: components, styles, states that are empty or wrong, and how they are tested.',
  },
  logic: {
    id: 'logic',
    question:
      'Rules: where decisions are taken, which cases are told apart, and what happens at their edges.',
  },
}

/**
 * What a job should have looked at, by the program's own rules: structure and proof first, then what the request
 * leaves open, then each part of the repository that it touches, then dangers and customs. At most `most`.
 */
export function focusAreas(
  brief: Pick<Brief, 'grayKinds' | 'affectedAreas' | 'likelyFiles' | 'objective'>,
  most: number,
): readonly FocusArea[] {
  const { grayKinds, affectedAreas } = brief
  const about = where(brief)
  const areas: readonly FocusArea[] = [
    {
      id: 'structure',
      question: `Structure: which files and interfaces there are, and how they fit together. ${about}`,
    },
    { id: 'proof', question: `Proof: how this is tested, and which tests guard it. ${about}` },
    ...grayKinds.map((kind) => ({
      ...BY_GRAY_KIND[kind],
      question: `${BY_GRAY_KIND[kind].question} ${about}`,
    })),
    ...affectedAreas.map((area) => ({
      id: `area-${slug(area)}`,
      question: `${area}: what it does, who uses it, and what a change to it would break.`,
    })),
    {
      id: 'dangers',
      question: `Dangers: what could break elsewhere, lose data or let somebody in. ${about}`,
    },
    { id: 'customs', question: `Customs: how code is written, named, ordered and documented. ${about}` },
  ]
  const first = areas.filter(({ id }, index) => areas.findIndex((each) => each.id === id) === index)
  return first.slice(0, Math.max(0, most))
}

/** Which part of the repository is meant; without any sign of it, the objective has to say. */
function where({ affectedAreas, likelyFiles, objective }: Parameters<typeof focusAreas>[0]): string {
  const parts = affectedAreas.length > 0 ? affectedAreas : likelyFiles
  return parts.length > 0 ? `In and around: ${parts.toSorted().join(', ')}.` : `For: ${objective}`
}

function slug(area: string): string {
  return (
    area
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'root'
  )
}
