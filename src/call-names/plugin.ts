import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Plugin, runnerImport } from 'vite'
import type { CallName } from '../contract/call-name.ts'
import { named } from '../contract/named.ts'

/** A module of the contract, whole or with names only. */
const contract = /[\\/]src[\\/]contract[\\/][\w-]+\.ts(\?names)?$/
/** An import of such a module, after types are removed. */
const contractImport = /import\s*\{([^}]*)\}\s*from\s*["']([^"']*\/contract\/[\w-]+\.ts)["'];?/g
/** The layers that need only the names of calls and no schemas: they read the device and make decisions. */
const readers = /[\\/]src[\\/](records|rules|ui)[\\/]/
/** The query that requests a module of the contract with names only. */
const asked = '?names'

/** Whether a module is one of the contract with names only. */
const isCallNames = (id: string): boolean => id.endsWith(asked)

/**
 * Gives the first screen the names of the calls instead of the calls themselves. A call is declared once, with its
 * schemas, which need zod and the schemas of all its records and are created when the module runs. Code that reads the
 * device needs only the names of calls, so the build generates modules with these. Code that checks a body or an answer
 * uses `schemasOf` (contract/schemas.ts), which loads the whole call.
 */
export function callNames(): Plugin {
  const made = new Map<string, ReturnType<typeof namesIn>>()
  const namesOf = (path: string) => {
    const names = made.get(path) ?? namesIn(path)
    made.set(path, names)
    return names
  }
  return {
    name: 'codesoft-call-names',
    apply: 'build',
    async resolveId(name, importer) {
      if (!importer || !/\.ts(\?names)?$/.test(name)) return null
      const found = await this.resolve(name, importer, { skipSelf: true })
      if (!found || !contract.test(found.id)) return null
      // Modules of the contract have no side effects, so nothing of them is needed where no schema is used.
      return { id: found.id, moduleSideEffects: false }
    },
    load(id) {
      if (!isCallNames(id)) return null
      return namesOf(id.slice(0, -asked.length)).then((names) => ({
        code: [
          `import { named } from './named.ts'`,
          ...[...names].map(([name, value]) => `export const ${name} = ${value}`),
        ].join('\n'),
        moduleSideEffects: false,
      }))
    },
    async transform(code, id) {
      if (!readers.test(id)) return null
      const lines: string[] = []
      for (const [line, words = '', from = ''] of code.matchAll(contractImport)) {
        const names = await namesOf(resolve(dirname(id), from))
        const parts = words.split(',').map((it) => it.trim())
        const isName = (part: string) => names.has(part.split(' ')[0] ?? '')
        for (const part of parts.filter(isName)) {
          const schema = new RegExp(`\\b${part.split(' ').at(-1)}\\.\\w+\\.(body|reply|search)\\b`).exec(code)
          if (schema) this.error(`${id} reads ${schema[0]}: it has the call's name alone, schemasOf() has the schemas`)
        }
        const others = parts.filter((it) => !isName(it))
        lines.push(line, imported(parts.filter(isName), from + asked) + imported(others, from))
      }
      let rewritten = code
      for (let at = 0; at < lines.length; at += 2) rewritten = rewritten.replace(lines[at] ?? '', lines[at + 1] ?? '')
      return lines.length > 0 ? { code: rewritten, map: null } : null
    },
  }
}

/** In a worker all calls are whole, so no schemas are looked up (contract/schemas.ts). */
export function wholeCalls(): Plugin {
  const none = '\0no-calls'
  return {
    name: 'codesoft-whole-calls',
    enforce: 'pre',
    resolveId: (name, importer) => (name === './calls.ts' && importer?.endsWith('/contract/schemas.ts') ? none : null),
    load: (id) => (id === none ? 'export const calls = []' : null),
  }
}

const imported = (names: readonly string[], from: string) =>
  names.length > 0 ? `import { ${names.join(', ')} } from ${JSON.stringify(from)};` : ''

/** The exports of a file of the contract that need no schema, as code by name: calls by their names, and plain values. */
async function namesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const { module } = await runnerImport<Record<string, unknown>>(path, { configFile: false, logLevel: 'error' })
  const codes = Object.entries(module).map(([name, value]) => [name, codeOf(value)] as const)
  return new Map(codes.flatMap(([name, code]) => (code === null ? [] : [[name, code] as const])))
}

function codeOf(value: unknown): string | null {
  if (isGroup(value))
    return `{ ${Object.entries(value)
      .map(([name, call]) => `${name}: ${nameOf(call)}`)
      .join(', ')} }`
  return isPlain(value) ? JSON.stringify(value) : null
}

type Call = Omit<CallName, 'checks'>

const isGroup = (value: unknown): value is Record<string, Call> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every((it) => typeof it === 'object' && it !== null && 'path' in it && 'reply' in it)

/** Values that most calls of a method share are left out (contract/named.ts). */
function nameOf(call: Call): string {
  const usual = named(call.id, call.method, call.path)
  const others = Object.entries(usual).flatMap(([part, value]) => {
    const own: unknown = Reflect.get(call, part)
    return own === value ? [] : [[part, own] as const]
  })
  const words = [call.id, call.method, call.path, ...(others.length > 0 ? [Object.fromEntries(others)] : [])]
  return `/* @__PURE__ */ named(${words.map((it) => JSON.stringify(it)).join(', ')})`
}

const isPlain = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))
