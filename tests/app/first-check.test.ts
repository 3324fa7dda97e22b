import { readFileSync } from 'node:fs'
import { type Options, parse } from 'acorn'
import { expect, test } from 'vitest'

/** Fifteen years old: any browser that is still switched on reads it. */
const oldSyntax: Options = { ecmaVersion: 5 }
const check = readFileSync('src/app/first-check.js', 'utf8')
const frame = readFileSync('src/app/first-frame.js', 'utf8')

test('code that runs before the app can be read by an old browser', () => {
  const page = readFileSync('index.html', 'utf8')
  const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '')
  expect(inline).toHaveLength(1)
  for (const code of [check, frame, ...inline]) expect(() => parse(code, oldSyntax)).not.toThrow()
  expect(() => parse('const a = 1', oldSyntax)).toThrow(SyntaxError)
})

test('the check, the build and the README name the same oldest browsers', () => {
  const oldest = 'Safari 16.4, Chrome or Edge 111, Firefox 115'
  expect(check).toContain(`CodeSoft needs ${oldest}, or newer.`)
  const config = readFileSync('vite.config.ts', 'utf8')
  expect(/target: \[(.*)\]/.exec(config)?.[1]).toBe("'chrome111', 'edge111', 'firefox115', 'ios16.4', 'safari16.4'")
  const readme = readFileSync('README.md', 'utf8')
  for (const line of ['| Safari 16.4 |', '| Chrome, Edge 111 |', '| Firefox 115 |']) expect(readme).toContain(line)
})
