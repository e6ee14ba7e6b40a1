import { describe, expect, it } from 'vitest'
import { scanImpact, symbolsIn } from './impact-scan.ts'

const paths = [
  'README.md',
  'docs/README.md',
  'package.json',
  'src/cart/cart-total.ts',
  'src/cart/cart.ts',
  'src/login/login-form.tsx',
  'src/login/session.ts',
  'test/login/login-form.test.ts',
]

describe('B18: a light look at what a request may touch', () => {
  it.each([
    ['Fix src/cart/cart.ts', ['src/cart/cart.ts'], true],
    ['Fix cart-total.ts and session.ts', ['src/cart/cart-total.ts', 'src/login/session.ts'], true],
    ['Fix a typo in README.md', ['README.md', 'docs/README.md'], true],
    ['Fix a typo in the README', ['README.md'], true],
    ['Show the total of the cart', ['src/cart/cart-total.ts', 'src/cart/cart.ts'], false],
    [
      'Fix the login form',
      ['src/login/login-form.tsx', 'test/login/login-form.test.ts', 'src/login/session.ts'],
      false,
    ],
    ['make it so', [], false],
  ])('%s', (objective, files, isNamed) => {
    expect(scanImpact(objective, paths)).toMatchObject({ files, isNamed })
  })

  it('takes files that have a name of the request in them', () => {
    const impact = scanImpact('Speed up `sumOf`', paths, ['src/cart/cart-total.ts'])
    expect(impact).toEqual({ files: ['src/cart/cart-total.ts'], areas: ['src/cart'], isNamed: true })
  })

  it('passes over words that too many paths have, and stays bounded', () => {
    const many = Array.from({ length: 500 }, (_, index) => `app/shop/file-${index}.ts`)
    expect(scanImpact('Change the shop', many).files).toEqual([])
    const half = [...many, ...Array.from({ length: 40 }, (_, index) => `lib/basket-${index}.ts`)]
    expect(scanImpact('Change the basket of the shop', half).files).toHaveLength(30)
    expect(scanImpact('Change the basket', half).areas).toEqual(['lib'])
  })

  it('knows names in code', () => {
    expect(symbolsIn('Make parseConfig, `load`, user_name, HttpServer and run() faster, please')).toEqual([
      'load',
      'parseConfig',
      'HttpServer',
      'user_name',
      'run',
    ])
    expect(symbolsIn('Fix the login form of the GitHub page')).toEqual(['GitHub'])
  })
})
