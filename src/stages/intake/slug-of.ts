import { meaningfulWords, wordsOf } from './meaningful-words.ts'

const LONGEST = 48

/** Three words that name a request, safe in a file's and a branch's name. */
export function slugOf(objective: string): string {
  const telling = meaningfulWords(objective)
  const words = (telling.length > 0 ? telling : wordsOf(objective)).slice(0, 3)
  const slug = words.join('_').slice(0, LONGEST)
  return slug === '' ? 'work' : slug
}
