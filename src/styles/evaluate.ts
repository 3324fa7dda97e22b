import { posix } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { transformWithOxc } from 'vite'
import { type Look, namesIn, reasonOf, type Source, StyleError } from './source.ts'

/** Loads a file of the program by its path from the root; undefined if there is none. */
export type Load = (path: string) => Promise<Source | undefined>

/**
 * The recipe of a look as plain data. Only the declarations that it reads are run, in an environment without window,
 * process and clock, because those values are known only on the device. Throws a StyleError that says so.
 */
export async function recipeOf(source: Source, look: Look, load: Load): Promise<unknown> {
  const { start, end } = look.recipe
  try {
    const value = await run(source, namesIn(look.recipe), source.text.slice(start, end), load)
    return JSON.parse(JSON.stringify(value, onlyData))
  } catch (error) {
    if (error instanceof StyleError) throw error
    const why = `the recipe of ${look.name} cannot be known when the app is built: ${reasonOf(error)}`
    throw new StyleError(source, start, why)
  }
}

const onlyData = (key: string, value: unknown): unknown => {
  if (value === null || !['object', 'string', 'number', 'boolean'].includes(typeof value))
    throw new Error(`${key} is ${value === null ? 'null' : `of type ${typeof value}`}`)
  return value
}

/** Runs an expression of a file together with the declarations that it reads, from that file and from others. */
async function run(source: Source, names: ReadonlySet<string>, expression: string, load: Load): Promise<unknown> {
  const { declared, imported, text, path } = source
  const wanted = new Set(names)
  const given: Record<string, unknown> = {}
  const statements = new Set<{ start: number; end: number }>()
  // A set can grow during iteration: what a declaration reads is added too.
  for (const name of wanted) {
    const statement = declared.get(name)
    if (statement && !statements.has(statement)) {
      statements.add(statement)
      for (const it of namesIn(statement)) wanted.add(it)
    }
    const origin = imported.get(name)
    if (origin) given[name] = await importedValue(path, origin, load)
  }
  const lines = [...statements].sort((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end))
  const body = lines.map((line) => line.replace(/^export\s+/, '')).join('\n')
  const { code } = await transformWithOxc(`function make() {\n${body}\nreturn (${expression})\n}\nmake()`, 'recipe.ts')
  // A recipe takes a millisecond; a machine that builds beside other work may rest in the middle of it.
  return runInContext(WITHOUT_CLOCK + code, createContext(given), { timeout: 30_000 })
}

/** A value that differs from build to build cannot be a style. */
const WITHOUT_CLOCK = 'delete globalThis.Date; delete Math.random;\n'

async function importedValue(path: string, { from, name }: { from: string; name: string }, load: Load) {
  const file = from.startsWith('.') ? await load(posix.join(posix.dirname(path), from)) : undefined
  if (!file) throw new Error(`it reads ${name} of '${from}', which is no file of this program`)
  if (!file.declared.has(name)) throw new Error(`it reads ${name} of '${from}', which does not declare it`)
  return run(file, new Set([name]), name, load)
}
