import { expect, it } from 'vitest'
import { findInstall } from './find-install.ts'

it.each([
  [['package.json', 'package-lock.json'], 'npm ci --no-audit --no-fund'],
  [['pnpm-lock.yaml'], 'pnpm install --frozen-lockfile'],
  [['yarn.lock'], 'yarn install --frozen-lockfile'],
  [['yarn.lock', '.yarnrc.yml'], 'yarn install --immutable'],
  [['bun.lockb'], 'bun install --frozen-lockfile'],
  [['uv.lock'], 'uv sync --frozen'],
  [['sub/package-lock.json'], null],
  [[], null],
])('installs %o by %s', (files, command) => {
  expect(findInstall(files)).toBe(command)
})
