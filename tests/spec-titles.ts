import { parseSync } from 'vite'

/** Titles of tests and their groups in a test file, as they are written; the fixed parts of a computed title. */
export function titlesIn(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  const titles: string[] = []
  const see = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) see(child)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' && Array.isArray(node.arguments) && namesTest(node.callee)) {
      titles.push(textOf(node.arguments[0]))
      // test.each([['AD-05 …'], …])('%s'): the table has the titles.
      if (isNode(node.callee) && node.callee.type === 'CallExpression') titles.push(...textsIn(node.callee))
    }
    for (const value of Object.values(node)) see(value)
  }
  see(program)
  return titles.filter(Boolean)
}

/** The ids that a title names: alone ('DB-32'), in lists ('UN-01, 02', 'DB-03/04') and in ranges ('LC-08..13', 'DB-06..DB-11'). */
export function idsIn(title: string): string[] {
  return [...title.matchAll(mention)].flatMap(([text]) => {
    const area = text.slice(0, 2)
    const ids: string[] = []
    for (const [, joint = '', digits = ''] of text.matchAll(
      /(\.\.\.?|…|–|[,/&+]|\bto\b|\band\b)?\s*(?:[A-Z]{2}-)?(\d{2})/g,
    )) {
      const number = Number(digits)
      const before = Number(ids.at(-1)?.slice(3) ?? number)
      const isRange = /^(\.\.|…|–|to)/.test(joint)
      for (let at = isRange ? before + 1 : number; at <= number; at += 1)
        ids.push(`${area}-${String(at).padStart(2, '0')}`)
    }
    return ids
  })
}

// An id, then more numbers of the same area: the area may be said again, but not another one.
const mention = /\b([A-Z]{2})-\d{2}(?!\d)(\s*(\.\.\.?|…|–|[,/&+]|\bto\b|\band\b)\s*(\1-)?\d{2}(?![\d\w-]))*/g

type Node = Record<string, unknown> & { type: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** test(…), it(…), describe(…), test.step(…), test.each(…)(…), story(…) of the browser tests. */
function namesTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return /^(test|it|describe|story)$/.test(String(callee.name))
  if (callee.type === 'MemberExpression') return namesTest(callee.object)
  return callee.type === 'CallExpression' && namesTest(callee.callee)
}

function textOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  if (node.type === 'BinaryExpression') return textOf(node.left) + textOf(node.right)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return ''
  return node.quasis.map((part) => part.value.cooked).join('\u0000')
}

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (!isNode(node)) return []
  const own = textOf(node)
  return own ? [own] : Object.values(node).flatMap(textsIn)
}
