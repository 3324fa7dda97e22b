import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { Sources } from './house.ts'

/** Exports that a library asks for by another way than an import, each with its reason. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['src/server/store/core-tables.ts numbersLeftFree', 'the generator of migrations reads every table'],
  ['src/server/config.ts settingDefaults', 'the table of settings in the README is compared with it'],
])

/**
 * The exports of the program that no other file of it imports: a sentence each. One that tests import may stay as long
 * as its own file uses it; what only tests use is dead.
 *
 * `program`: the source and what builds it. `tests`: everything that tries it out.
 */
export function unusedExports(program: Sources, tests: Sources): string[] {
  const files = [...program].map(([path, text]) => read(path, text))
  const used = usesOf(files)
  const tried = usesOf([...tests].map(([path, text]) => read(path, text)))
  return files.flatMap(({ path, text, exported }) =>
    exported.flatMap((name) => {
      const id = `${path} ${name}`
      if (used.has(id) || used.has(`${path} *`) || allowed.has(id)) return []
      if (!tried.has(id) && !tried.has(`${path} *`)) return [`${path}: nothing imports ${name}`]
      const mentions = text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))
      return (mentions?.length ?? 0) > 1 ? [] : [`${path}: only tests use ${name}`]
    }),
  )
}

interface File {
  path: string
  text: string
  exported: string[]
  /** 'path name' of all that it imports; 'path *' where a whole file is taken. */
  uses: string[]
}

function read(path: string, text: string): File {
  const { module } = parseSync(path, text)
  const at = (name: string) => posix.join(posix.dirname(path), name.replace(/\?.*/, ''))
  const uses = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => `${at(moduleRequest.value)} ${importName.name ?? '*'}`),
  )
  // A file that imports another one dynamically has the used names in its text.
  const words = new Set(text.match(/[\w$]+/g))
  for (const [, name = ''] of text.matchAll(/import\(\s*'(\.[^']+)'/g))
    for (const word of words) uses.push(`${at(name)} ${word}`)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => (exportName.name ? [exportName.name] : [])),
  )
  return { path, text, exported: [...new Set(exported)], uses }
}

const usesOf = (files: readonly File[]) => new Set(files.flatMap((it) => it.uses))
