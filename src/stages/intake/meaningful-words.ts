/** Words that say nothing about where the work is. */
const EMPTY = new Set(
  `a about above across add added adding after again all also always an and any are as at be because been before being
  below best better between both but by can change changes clean cleanup code could create created creating current
  do does doing done each easy edit either else ensure error errors every everything everywhere existing feature
  few file files fix fixed fixes fixing for from get gets give given go goes good had handle handles has have how
  if implement implementation implemented implements improve improved in instead into is issue issues it its just
  keep kind let like make makes making many may maybe more most must my need needed needs new no not nothing now of
  off on once one only or other our out over own please possible probably project properly put refactor remove
  rename repository right rather run same set shall should show simple so some something somewhere still support
  such sure take than that the their them then there these they thing things this those through to too two under
  until up update updated updates us use used user's uses using very via want was way we well were what when where
  whether which while who why will with within without work working works would write you your bug bugs defect
  chore today later help todo`.split(/\s+/),
)

/** The words of a text that could name a thing, in their order, each once; folded, and without endings of number. */
export function meaningfulWords(text: string): readonly string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => word.length > 1 && !EMPTY.has(word))
        .map(stem),
    ),
  ]
}

/** The words of a text or a path; a name in camel case is several. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .map((word) => word.replaceAll("'", ''))
    .filter((word) => word !== '')
}

/** Rough on purpose: it only has to give both sides of a comparison the same form. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}
