/** A longer function does more than one thing. A component counts with its JSX. */
const maxFunctionLines = 80

interface FunctionNode {
  type: string
  body: unknown
  start: number
  end: number
}

const isFunction = (node: object): node is FunctionNode =>
  'type' in node &&
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(String(node.type)) &&
  'body' in node &&
  'start' in node &&
  'end' in node

/** Functions of a syntax tree with too many lines, a sentence each: 'line 12 begins a function of 81 lines'. */
export function longFunctions(tree: unknown, text: string): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  const inner = Object.values(tree).flatMap((it) => longFunctions(it, text))
  if (!isFunction(tree)) return inner
  const lines = text.slice(tree.start, tree.end).split('\n').length
  if (lines <= maxFunctionLines) return inner
  const line = text.slice(0, tree.start).split('\n').length
  return [`line ${line} begins a function of ${lines} lines; it has at most ${maxFunctionLines}`, ...inner]
}
