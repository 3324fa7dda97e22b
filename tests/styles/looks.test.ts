import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Load } from '../../src/styles/evaluate.ts'
import { styles } from '../../src/styles/plugin.ts'
import { type Looks, looksOfFile, readLooks, rewritten } from '../../src/styles/program.ts'
import { makeLook } from '../../src/styles/sheet.ts'
import { readSource } from '../../src/styles/source.ts'

/** The looks of a small program, as the build makes them. */
async function looksOf(files: Readonly<Record<string, string>>): Promise<Looks> {
  const load: Load = async (path) => (files[path] === undefined ? undefined : readSource(path, files[path]))
  const looks = new Map()
  for (const [path, text] of Object.entries(files)) {
    const source = readSource(path, text)
    for (const [name, look] of await looksOfFile(source, load)) looks.set(`${path} ${name}`, look)
  }
  return looks
}

const chakraImport = `import { chakra } from '@chakra-ui/react/styled-system'\n`
const one = (recipe: string, before = '') => ({
  'ui/x.ts': `${chakraImport}${before}\nexport const X = chakra('div', ${recipe})`,
})
const cssOf = async (recipe: string, before?: string) => (await looksOf(one(recipe, before))).get('ui/x.ts X')?.css

describe('a recipe becomes rules when the app is built', () => {
  test('with tokens, states, widths and selectors as Chakra understands them', async () => {
    const css = await cssOf(`{ base: { padding: 4, marginInline: -2, color: 'fg.muted', _hover: { color: 'fg' },
      gap: { base: 1, lg: 2 }, '& > svg': { flex: 'none' } } }`)
    const name = css?.slice(0, 5)
    expect(name).toMatch(/^\.c[0-9a-zA-Z]{3}$/)
    expect(css?.replaceAll(name ?? '', '&')).toBe(
      '&{padding:16px;margin-inline:calc(8px * -1);color:var(--fg-muted);gap:4px;}' +
        '@media (hover:hover){&:hover{color:var(--fg);}}' +
        '&>svg{flex:none;}@media screen and (min-width: 64rem){&{gap:8px;}}',
    )
  })

  test('a hovered look is for a mouse only, and other selectors of its rule are for every screen', async () => {
    const css = await cssOf(`{ base: { '& tr:hover, & tr[aria-current]': { color: 'fg' },
      '@media print': { '& a:hover, & b:hover': { color: 'fg' } } } }`)
    expect(css?.replaceAll(css.slice(0, 5), '&')).toBe(
      '& tr[aria-current]{color:var(--fg);}@media (hover:hover){& tr:hover{color:var(--fg);}}' +
        '@media print{@media (hover:hover){& a:hover,& b:hover{color:var(--fg);}}}',
    )
  })

  test('values of its own file and of imported ones are evaluated, types and all', async () => {
    const looks = await looksOf({
      'ui/wide.ts': `const unit = 'rem' as const\nexport const WIDE: string = \`40\${unit}\``,
      'ui/x.ts': `${chakraImport}import { WIDE } from './wide.ts'
const half = (color: string) => ({ color, opacity: 0.5 })
export const X = chakra('div', { base: { ...half('red'), [\`@media (max-width: \${WIDE})\`]: { order: 9 } } })`,
    })
    expect(looks.get('ui/x.ts X')?.css).toMatch(
      /^\.\w+\{color:var\(--red\);opacity:0\.5;\}@media \(max-width: 40rem\)\{\.\w+\{order:9;\}\}$/,
    )
  })

  test('each combination of variants has a class of its own that holds all of the look', async () => {
    const css = await cssOf(`{ base: { border: '1px solid', color: 'fg' }, defaultVariants: { kind: 'plain' },
      variants: { kind: { plain: {}, bold: { borderColor: 'red' } }, wide: { true: { width: 'full' } } } }`)
    const rules = [...(css ?? '').matchAll(/\.c[0-9a-zA-Z]{3}([\w-]*)\{(.*?)\}/g)].map(([, suffix, body]) => [
      suffix,
      body,
    ])
    expect(Object.fromEntries(rules)).toEqual({
      '-plain-': 'border:1px solid;color:var(--fg);',
      '-bold-': 'border:1px solid;color:var(--fg);border-color:var(--red);',
      '-plain-true': 'border:1px solid;color:var(--fg);width:100%;',
      '-bold-true': 'border:1px solid;color:var(--fg);border-color:var(--red);width:100%;',
    })
  })

  test('its class is named for its file and its name, whatever else changes', async () => {
    const [first, other] = await Promise.all([
      cssOf('{ base: { order: 1 } }'),
      cssOf('{ base: { order: 2 } }', 'const a = 1'),
    ])
    expect(first?.slice(0, 7)).toBe(other?.slice(0, 7))
    const moved = await looksOf({ 'ui/y.ts': one('{ base: { order: 1 } }')['ui/x.ts'] })
    expect(moved.get('ui/y.ts X')?.css.slice(0, 7)).not.toBe(first?.slice(0, 7))
  })
})

describe('a value that only a phone knows fails the build, with file, line and reason', () => {
  const refused: [what: string, recipe: string, says: RegExp, before?: string][] = [
    [
      'the window',
      '{ base: { width: innerWidth } }',
      /^src\/ui\/x\.ts:3:32: the recipe of X .*: innerWidth is not def/,
    ],
    [
      'the window, in a constant',
      '{ base: { width } }',
      /^src\/ui\/x\.ts:3:32: .*window/,
      'const width = window.innerWidth',
    ],
    ['the clock', '{ base: { width: Date.now() } }', /Date is not defined/],
    ['chance', '{ base: { width: Math.random() } }', /Math\.random is not a function/],
    ['a library', '{ base: { width: useId() } }', /reads useId of 'react'/, `import { useId } from 'react'`],
    ['a function', '{ base: { width: () => 1 } }', /width is of type function/],
    ['nothing', '{ base: { width: undefined } }', /width is of type undefined/],
    ['another shape', '{ padding: 4 }', /^src\/ui\/x\.ts:3:18: .* has no recipe/],
    ['a name that is no class', "{ variants: { a: { 'b c': {} } } }", /:3:18: a variant may not be called 'b c'/],
  ]
  test.each(refused)('%s', async (_, recipe, says, before) => {
    await expect(looksOf(one(recipe, before))).rejects.toThrow(says)
  })

  const misused: [what: string, text: string][] = [
    ['made in a function', `export const make = () => chakra('div', { base: {} })`],
    ['of another component', 'const X = chakra(Link, { base: {} })'],
    ['with options', `const X = chakra('div', { base: {} }, {})`],
    ['without a recipe', 'const X = chakra.div'],
  ]
  test.each(misused)('a look %s', async (_, text) => {
    await expect(looksOf({ 'ui/x.ts': `${chakraImport}\n${text}` })).rejects.toThrow(/^src\/ui\/x\.ts:3:\d+: chakra /)
  })
})

describe('the app runs without recipes', () => {
  const text = `${chakraImport}import { memo } from 'react'
export const X = chakra('div', {
  base: { order: 1 },
  variants: { tone: { red: { color: 'red' } }, dense: { true: {} } },
  defaultVariants: { tone: 'red' },
})
export const last = memo`

  test('a look is called with its class and the defaults of its variants, on its line', async () => {
    const code = rewritten('parts/x.ts', text, await looksOf({ 'parts/x.ts': text }))
    expect(code).toMatch(/^import \{ styled \} from '\.\.\/ui\/styled\.ts'\nimport \{ memo \} from 'react'\n/)
    expect(code).toMatch(
      /export const X = \/\* @__PURE__ \*\/ styled\("div", "c\w{3}", \{"tone":"red","dense":""\}\s+\)\n/,
    )
    expect(code.split('\n').indexOf('export const last = memo')).toBe(
      text.split('\n').indexOf('export const last = memo'),
    )
  })

  test('a style given to an element, which no phone would read, fails the build; variants and attributes do not', async () => {
    const looks = await looksOf({ 'ui/x.ts': text })
    const use = (jsx: string) =>
      rewritten('parts/y.tsx', `import { X as Box } from '../ui/x.ts'\nexport const y = <><Box ${jsx} /></>`, looks)
    expect(() => use('padding={2}')).toThrow('src/parts/y.tsx:2:25: the style padding belongs into the recipe of Box')
    expect(() => use('as="b"')).toThrow('the style as belongs')
    expect(() => use("tone={{ lg: 'red' }}")).toThrow('tone of Box has one value')
    expect(use('tone="red" dense role="group" aria-label="x" className="wide" asChild')).toContain('<Box tone="red"')
  })

  test('the code that makes styles never gets into a chunk', async () => {
    const entry = {
      name: 'entry',
      resolveId: (id: string) => (id === 'entry' ? '\0entry' : null),
      load: (id: string) => (id === '\0entry' ? `${chakraImport}console.log(chakra)` : null),
    }
    const built = build({
      configFile: false,
      logLevel: 'silent',
      plugins: [styles(), entry],
      build: { write: false, rolldownOptions: { input: 'entry' } },
    })
    await expect(built).rejects.toThrow(/holds .*@(chakra-ui|emotion).*: styles are made when the app is built/)
  }, 60_000)
})

test('all looks of the program have class names of their own, and no variable is left to look up', async () => {
  const looks = await readLooks()
  const names = [...looks.values()].filter(({ css }) => css !== '').map(({ args: [name] }) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(looks.get('ui/button.tsx ButtonLook')?.args).toEqual(looks.get('ui/button.tsx Styled')?.args)
  expect(new Set(names).size).toBe(names.length)
  expect([...looks.values()].map(({ css }) => css).join('')).not.toMatch(/--c-|undefined|\[object/)
}, 60_000)

test('two looks whose names would be one get two names, the second the next that its own allows', () => {
  const recipe = { base: { color: 'fg' } }
  const [first] = makeLook('ui/x.ts X', recipe).args
  const taken = new Set([first])
  const [second] = makeLook('ui/x.ts X', recipe, taken).args
  expect(second).not.toBe(first)
  expect(taken).toEqual(new Set([first, second]))
})
