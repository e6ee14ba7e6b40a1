import { linksIn } from './markdown.ts'

/** Every file that a promise names as its proof and in which no test title cites the promise. */
export function findUnproven(spec: string, read: (path: string) => string): readonly string[] {
  return spec.split(/^## (?=P\d+ )/m).flatMap((section) => {
    const promise = /^P\d+/.exec(section)?.[0]
    const proof = section.split('\n').find((line) => line.startsWith('Proven by '))
    if (promise === undefined || proof === undefined) return []
    const [named = ''] = proof.split(/\.(?: |$)/)
    return linksIn(named)
      .filter((file) => !new RegExp(`['"\`]${promise}: `).test(read(file)))
      .map((file) => `${promise}: ${file}`)
  })
}
