import { createHash } from 'node:crypto'
import type { RecipeDefinition } from '@chakra-ui/react/styled-system'
import { serializeStyles } from '@emotion/serialize'
import { compile, serialize, stringify } from 'stylis'
import type { styled } from '../ui/styled.ts'
import { theme } from './theme.ts'

/** A look for the app and the sheet. */
export interface MadeLook {
  /** The arguments of the app's `styled` after the element. */
  args: [name: string, variants: NonNullable<Parameters<typeof styled>[2]>]
  css: string
}

/**
 * Turns a recipe into a class for each combination of its variants. A class has the whole look, merged as Chakra does
 * on a page: with classes that add to each other the result would differ where a variant overrides a shorthand, a
 * state or a media query of the base.
 * `id`: the class name is made from it. It is stable as long as the look keeps its file and name, and unique. `taken`:
 * the names of other looks; this one's is added.
 */
export function makeLook(id: string, recipe: unknown, taken: Set<string> = new Set()): MadeLook {
  if (!isRecipe(recipe)) throw new Error(`${id} has no recipe`)
  const name = freeName(createHash('sha256').update(id).digest(), taken)
  const { variants: all = {}, defaultVariants = {} } = recipe
  const variants = Object.fromEntries(Object.keys(all).map((key) => [key, String(defaultVariants[key] ?? '')]))
  const makeStyles = theme.cva(recipe)
  const css = combinations(recipe).map((chosen) => {
    const suffix = Object.keys(variants).map((key) => `-${chosen[key] ?? variants[key]}`)
    return rulesOf(`.${name}${suffix.join('')}`, theme.css(makeStyles(chosen)))
  })
  return { args: [name, variants], css: css.join('') }
}

/** Whether Chakra treats this property as a style; on an element it would be lost. */
export const isStyle = (property: string): boolean =>
  property === 'as' || property === 'css' || theme.isValidProperty(property)

const isRecipe = (value: unknown): value is RecipeDefinition =>
  typeof value === 'object' && value !== null && ('base' in value || 'variants' in value)

/** Every combination of variants, as props of an element; a variant without a default may be absent. */
function combinations({ variants = {}, defaultVariants = {} }: RecipeDefinition): Record<string, string>[] {
  let chosen: Record<string, string>[] = [{}]
  for (const [key, values] of Object.entries(variants)) {
    const names = Object.keys(values)
    for (const name of names) if (!/^\w+$/.test(name)) throw new Error(`a variant may not be called '${name}'`)
    const left = defaultVariants[key] === undefined ? chosen : []
    chosen = [...left, ...chosen.flatMap((it) => names.map((name) => ({ ...it, [key]: name })))]
  }
  return chosen
}

const rulesOf = (selector: string, styles: Parameters<typeof serializeStyles>[0][number]): string => {
  const css = serialize(compile(`${selector}{${serializeStyles([styles]).styles}}`), write)
  return css.replaceAll(/var\((--c-[\w-]+)\)/g, (_, name: string) => valueOfToken(name))
}

const isHover = (selector: string) => selector.includes(':hover')

/** Hovered looks are for a mouse only: on a touch screen what was tapped would keep them until the next tap. */
const write: typeof stringify = (element, at, all, write) => {
  if (element.type !== 'rule' || !element.props.some(isHover)) return stringify(element, at, all, write)
  const { props } = element
  const body = serialize(element.children, write)
  const rule = (selectors: string[]) => (selectors.length > 0 ? `${selectors.join()}{${body}}` : '')
  return `${rule(props.filter((it) => !isHover(it)))}@media (hover:hover){${rule(props.filter(isHover))}}`
}

/** Chakra refers to each token by a variable of the page. Inserting its value saves one lookup. */
const tokens = new Map<string, unknown>(Object.values(theme.getTokenCss()).flatMap((it) => Object.entries(it)))

function valueOfToken(variable: string): string {
  const value = tokens.get(variable)
  if (value === undefined) throw new Error(`no token of the theme is called ${variable}`)
  return String(value)
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Short, because the page that is painted first contains them all. */
function freeName(digest: Buffer, taken: Set<string>): string {
  for (let from = 0; from + 3 <= digest.length; from++) {
    const name = `c${[...digest.subarray(from, from + 3)].map((it) => letters[it % letters.length]).join('')}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
  throw new Error('Every name of a class is taken')
}
