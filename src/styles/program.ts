import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Load, recipeOf } from './evaluate.ts'
import { isStyle, type MadeLook, makeLook } from './sheet.ts'
import { type Look, nameOf, nodesIn, readSource, reasonOf, type Source, StyleError, walk } from './source.ts'

/** The folder of all sources; paths are relative to it. */
const folder = fileURLToPath(new URL('..', import.meta.url))

/** The path of a module in the program: 'ui/button.tsx'; undefined for modules elsewhere. */
export function pathOf(id: string): string | undefined {
  const path = relative(folder, id.replace(/\?.*/, '')).replaceAll('\\', '/')
  return path.startsWith('..') || !/\.tsx?$/.test(path) ? undefined : path
}

/** All looks of the program, by 'path Name'. */
export type Looks = ReadonlyMap<string, MadeLook>

/** Makes the looks of all files, in the order of the sheet. Throws a StyleError. */
export async function readLooks(): Promise<Looks> {
  const read = new Map<string, Promise<Source | undefined>>()
  const load: Load = (path) => {
    const source = read.get(path) ?? readFile(join(folder, path), 'utf8').then((text) => readSource(path, text), noFile)
    read.set(path, source)
    return source
  }
  const looks = new Map<string, MadeLook>()
  const taken = new Set<string>()
  for (const path of await pathsWithLooks()) {
    const source = await load(path)
    if (source) for (const [name, made] of await looksOfFile(source, load, taken)) looks.set(`${path} ${name}`, made)
  }
  return looks
}

/** The looks of one file by name. Looks with the same recipe share a class, and only the first has rules. */
export async function looksOfFile(source: Source, load: Load, taken?: Set<string>): Promise<Map<string, MadeLook>> {
  const looks = new Map<string, MadeLook>()
  const byRecipe = new Map<string, MadeLook>()
  for (const look of source.looks) {
    const recipe = await recipeOf(source, look, load)
    const key = JSON.stringify(recipe)
    const shared = byRecipe.get(key)
    const made = shared ? { ...shared, css: '' } : lookOf(source, look, recipe, taken)
    byRecipe.set(key, made)
    looks.set(look.name, made)
  }
  return looks
}

function lookOf(source: Source, look: Look, recipe: unknown, taken?: Set<string>): MadeLook {
  try {
    return makeLook(`${source.path} ${look.name}`, recipe, taken)
  } catch (error) {
    throw new StyleError(source, look.start, reasonOf(error))
  }
}

const noFile = () => undefined

/** The order of the sheet: containers come before their content, so that the inner rule wins. */
const layers = ['app', 'screens', 'parts', 'ui']

async function pathsWithLooks(): Promise<string[]> {
  const paths: string[] = []
  for (const layer of layers) {
    const names = await readdir(join(folder, layer), { recursive: true })
    const sources = names.filter((name) => /\.tsx?$/.test(name)).map((name) => posix.join(layer, slashed(name)))
    const texts = await Promise.all(sources.map((path) => readFile(join(folder, path), 'utf8')))
    paths.push(...sources.filter((_, at) => texts[at]?.includes('chakra(')).sort())
  }
  return paths
}

const slashed = (path: string) => path.replaceAll('\\', '/')

/**
 * A file as the app runs it: `chakra(tag, recipe)` is replaced by `styled(tag, class, variants)` on the same lines.
 * Throws a StyleError if an element gets a style prop, which would have no effect.
 */
export function rewritten(path: string, text: string, looks: Looks): string {
  if (!path.endsWith('.tsx') && !text.includes('chakra')) return text
  const source = readSource(path, text)
  refuseStyles(source, looks)
  const { chakraImport } = source
  if (!chakraImport) return text
  const runtime = posix.relative(posix.dirname(path), 'ui/styled.ts')
  const edits = source.looks.map(({ name, tag, start, end }) => {
    const made = looks.get(`${path} ${name}`)
    if (!made) throw new StyleError(source, start, `${name} is not among the looks`)
    const args = [tag, ...made.args].map((it) => JSON.stringify(it)).join(', ')
    return { start, end, code: `/* @__PURE__ */ styled(${args}${text.slice(start, end).replaceAll(/[^\n]/g, '')})` }
  })
  const from = runtime.startsWith('.') ? runtime : `./${runtime}`
  edits.push({ start: chakraImport.start, end: chakraImport.end, code: `import { styled } from '${from}'` })
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((code, edit) => code.slice(0, edit.start) + edit.code + code.slice(edit.end), text)
}

/**
 * Chakra's types also allow style props on an element, and a variant value for each width. Nothing on the phone reads
 * these; use a recipe.
 */
function refuseStyles(source: Source, looks: Looks): void {
  const lookOf = (name: string) => {
    const origin = source.imported.get(name)
    const id = origin ? posix.join(posix.dirname(source.path), origin.from) : source.path
    return looks.get(`${id} ${origin?.name ?? name}`)
  }
  walk(source.program, (node) => {
    const element = nameOf(node.name)
    const look = node.type === 'JSXOpeningElement' ? lookOf(element) : undefined
    for (const { name: named, value, start } of look ? nodesIn(node.attributes) : []) {
      const name = nameOf(named)
      const isVariant = name in (look?.args[1] ?? {})
      if (isVariant && holdsSeveral(value))
        throw new StyleError(
          source,
          start,
          `${name} of ${element} has one value; what depends on the width belongs into its recipe`,
        )
      if (!isVariant && name !== '' && isStyle(name))
        throw new StyleError(source, start, `the style ${name} belongs into the recipe of ${element}`)
    }
    return true
  })
}

const holdsSeveral = (value: unknown): boolean =>
  nodesIn([value]).some(({ expression }) => nodesIn([expression]).some(({ type }) => /^(Object|Array)Expr/.test(type)))
