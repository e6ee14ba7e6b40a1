import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isPublicAddress } from './is-public-address.ts'

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f::1', true],
  ['127.0.0.1', false],
  ['192.168.0.1', false],
  ['fd00::1', false],
  ['no address', false],
])('%s: %s', (address, isPublic) => {
  expect(isPublicAddress(address, [])).toBe(isPublic)
})

test('P11: a network that this machine is in is none of the internet, whatever its addresses are', () => {
  const own = ['198.51.100.7/24', '2606:2800:21f::7/64']
  expect(['198.51.100.200', '2606:2800:21f::200'].map((each) => isPublicAddress(each, own))).toEqual([
    false,
    false,
  ])
  expect(['198.51.101.1', '2606:2800:220::1'].map((each) => isPublicAddress(each, own))).toEqual([true, true])
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  expect(addresses.filter(({ address }) => isPublicAddress(address))).toEqual([])
})
