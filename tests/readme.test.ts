import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nameOf } from '../src/contract/call-name.ts'
import { extensions } from '../src/contract/calls.ts'

const pages = ['README.md', 'src/README.md', 'src/server/README.md', 'src/sync/README.md'] as const

/** Commands that npm itself knows. */
const ofNpm = new Set(['ci', 'start', 'test'])

const textOf = (path: string) => readFileSync(path, 'utf8')

/** The headings' ids as GitHub makes them, and the anchors that a page sets by hand. */
const anchorsOf = (text: string): Set<string> => {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

/** Broken links of a page: to a missing file, or to an anchor that its page does not have. */
const brokenLinks = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', anchor] = link.split('#')
    const path = file === '' ? page : join(dirname(page), file)
    if (!existsSync(path)) return [`${page}: ${link}: there is no ${path}`]
    const target = path === page ? text : path.endsWith('.md') ? textOf(path) : ''
    return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [`${page}: ${link}: no such heading`]
  })

/** npm scripts that a page names and package.json does not have. */
const unknownScripts = (page: string, text: string, scripts: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\bnpm (run )?(?:--?\w+ )*([a-z][\w:-]*)/g)].flatMap(([command, run, name = '']) =>
    (run ? scripts.has(name) : ofNpm.has(name)) ? [] : [`${page}: ${command}`],
  )

const sources = ['src', 'tests', 'e2e', 'public'].flatMap((folder) => [
  `/${folder}`,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (path) => `/${folder}/${path.replaceAll('\\', '/')}`,
  ),
])

/** Files and folders that a page names in code: by their whole path, or by the end of it. */
const missingPaths = (page: string, text: string): string[] => {
  const codes = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const path = /(?<![\w/.<~:@-])([\w.-]+\/)*[\w.-]+(\.(tsx?|mjs|md|json|service|timer)|\/)(?![\w<*…/-])/g
  const isOfThisHouse = (it: string) =>
    !/^(fernhill|dist|data|test-results|node_modules|package\.json|package-lock\.json)\b/.test(it)
  const named = codes
    .flatMap((code) => [...code.matchAll(path)].map(([it]) => it.replace(/\/$/, '')))
    .filter(isOfThisHouse)
  return [...new Set(named)]
    .filter((it) => !sources.some((known) => known.endsWith(`/${it}`)))
    .map((it) => `${page}: there is no ${it}`)
}

describe('the READMEs', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const known = new Set(Object.keys(scripts))

  test.each(pages)('%s: every link leads somewhere, every script and path that it names exists', (page) => {
    const text = textOf(page)
    expect(brokenLinks(page, text)).toEqual([])
    expect(unknownScripts(page, text, known)).toEqual([])
    expect(missingPaths(page, text)).toEqual([])
  })

  test('a wrong link, script or path would be found', () => {
    const text =
      '[x](nowhere.md) [y](#nothing) [z](src/sync/README.md#none) `npm run nothing` `src/none.ts`\n# Here\n[a](#here)'
    expect(brokenLinks('README.md', text)).toHaveLength(3)
    expect(unknownScripts('README.md', text, known)).toEqual(['README.md: npm run nothing'])
    expect(missingPaths('README.md', text)).toEqual(['README.md: there is no src/none.ts'])
  })

  test('every npm script is named in one of them', () => {
    const all = pages.map(textOf).join('\n')
    const named = (name: string) => all.includes(`npm run ${name}`) || (ofNpm.has(name) && all.includes(`npm ${name}`))
    expect([...known].filter((name) => !named(name))).toEqual([])
  })

  test('the page of the engine names every invariant, with the file that keeps it and a test', () => {
    const rows = [...readFileSync('src/sync/README.md', 'utf8').matchAll(/^\| (I\d[I\d, ]*) \|.*\|$/gm)]
    const named = rows.flatMap(([, names = '']) => names.split(', '))
    expect(named).toEqual(Array.from({ length: 23 }, (_, at) => `I${at + 1}`))
    for (const [row] of rows) expect(row.split('|').filter((cell) => cell.trim() !== '')).toHaveLength(4)
  })

  test('the page for developers lists every call of our own with its method and path', () => {
    const listed = [...textOf('src/README.md').matchAll(/^\| (X\d+) \| `([^`]+)` \|/gm)].map(
      ([, id, call]) => `${id} ${call}`,
    )
    expect(listed).toEqual(extensions.map((call) => `${call.id} ${nameOf(call).replaceAll(/:(\w+)Id\b/g, '{id}')}`))
  })

  test('the examples of proxies are those of the files beside the unit', () => {
    for (const [language, file] of [
      ['caddy', 'Caddyfile'],
      ['nginx', 'nginx.conf'],
    ] as const) {
      const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(textOf('README.md'))?.[1]
      const lines = new Set(
        textOf(`src/server/deploy/${file}`)
          .split('\n')
          .map((line) => line.trim()),
      )
      expect(block?.split('\n').filter((line) => !lines.has(line.trim()))).toEqual([])
    }
  })
})
