import { parseSync } from 'vite'

/** A node of the syntax tree, with the fields that are read here. */
type Node = Record<string, unknown> & { type: string; start: number; end: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Calls `see` with a node and all its descendants; if it returns false, the descendants are skipped. */
export function walk(node: unknown, see: (node: Node) => boolean): void {
  if (!isNode(node) || !see(node)) return
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const child of value) walk(child, see)
    } else walk(value, see)
  }
}

/** A component made by `const Name = chakra('tag', recipe)`; positions are offsets in the text. */
export interface Look {
  name: string
  tag: string
  /** The position of the call. */
  start: number
  end: number
  /** The recipe in it. */
  recipe: Node
}

/** The top-level declarations of a file, and its imports. */
export interface Source {
  path: string
  text: string
  /** Statements by the names that they declare. */
  declared: ReadonlyMap<string, Node>
  /** The source of each imported name: the module as written, and the name there. */
  imported: ReadonlyMap<string, { from: string; name: string }>
  /** The import of `chakra`, if there is one. */
  chakraImport: Node | undefined
  looks: readonly Look[]
  program: Node
}

/** The build's error if a style cannot be made; Vite shows file and line. */
export class StyleError extends Error {
  constructor(source: { path: string; text: string }, at: number, reason: string) {
    const before = source.text.slice(0, at).split('\n')
    super(`src/${source.path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${reason}`)
    this.name = 'StyleError'
  }
}

/** The message of an error from any realm. */
export const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error)

const SYSTEM = '@chakra-ui/react/styled-system'

/**
 * Reads a TypeScript file. Throws a StyleError if `chakra` is used in any way other than `const X = chakra('tag', …)`.
 */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const root: unknown = program
  if (!isNode(root)) throw new Error(`${path} has no syntax tree`)
  const declared = new Map<string, Node>()
  const imported = new Map<string, { from: string; name: string }>()
  let chakraImport: Node | undefined
  for (const statement of nodesIn(root.body)) {
    if (statement.type === 'ImportDeclaration') {
      const from = isNode(statement.source) ? String(statement.source.value) : ''
      for (const it of nodesIn(statement.importKind === 'type' ? [] : statement.specifiers))
        imported.set(nameOf(it.local), { from, name: nameOf(it.imported) })
      if (from === SYSTEM && imported.has('chakra')) chakraImport = statement
      if (chakraImport === statement && nodesIn(statement.specifiers).length > 1)
        throw new StyleError({ path, text }, statement.start, 'beside chakra nothing else of it reaches a phone')
    }
    const inner = isNode(statement.declaration) ? statement.declaration : statement
    if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration')
      declared.set(nameOf(inner.id), statement)
    for (const it of nodesIn(inner.declarations)) for (const name of namesIn(it.id)) declared.set(name, statement)
  }
  const source = { path, text, declared, imported, chakraImport, program: root }
  return { ...source, looks: chakraImport ? looksOf(source) : [] }
}

function looksOf(source: Omit<Source, 'looks'>): Look[] {
  const looks: Look[] = []
  const known = new Set<unknown>()
  for (const statement of new Set(source.declared.values())) {
    const inner = isNode(statement.declaration) ? statement.declaration : statement
    for (const { id, init } of nodesIn(inner.declarations)) {
      if (!isNode(init) || init.type !== 'CallExpression' || nameOf(init.callee) !== 'chakra') continue
      const [tag, recipe, ...more] = nodesIn(init.arguments)
      if (!tag || typeof tag.value !== 'string' || !recipe || more.length > 0)
        throw new StyleError(source, init.start, 'chakra takes the name of an element and a recipe')
      known.add(init.callee)
      looks.push({ name: nameOf(id), tag: tag.value, start: init.start, end: init.end, recipe })
    }
  }
  walk(source.program, (node) => {
    if (node.type === 'ImportDeclaration') return false
    if (node.type === 'Identifier' && node.name === 'chakra' && !known.has(node))
      throw new StyleError(source, node.start, "chakra stands only as `const Name = chakra('tag', recipe)` at the top")
    return true
  })
  return looks
}

/** The names of values that a piece of code reads; not those of members, keys and types. */
export function namesIn(node: unknown): Set<string> {
  const names = new Set<string>()
  const see = (it: unknown) =>
    walk(it, (found) => {
      const { type } = found
      if (type === 'Identifier' || type === 'JSXIdentifier') names.add(nameOf(found))
      const only = partRead(found)
      if (only === undefined) return !type.startsWith('TS')
      see(only)
      return false
    })
  see(node)
  return names
}

/** The part of a node that is read as a value, if not all of it is. */
const partRead = ({ type, object, computed, value, expression }: Node): unknown => {
  if (type === 'MemberExpression' && !computed) return object
  if (type === 'Property' && !computed) return value
  return /^TS(As|Satisfies|NonNull)Expression$/.test(type) ? expression : undefined
}

/** The nodes of a list in the tree; empty if it is no list. */
export const nodesIn = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : [])

/** The name of a node; '' for others. */
export const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')
