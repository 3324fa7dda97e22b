import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appVersion } from '../../src/rules/version.ts'

test('the version that the app shows is the one that package.json names', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: appVersion })
})
