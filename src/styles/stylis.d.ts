/** The part of stylis that we use; the package has no types. */
declare module 'stylis' {
  interface Rule {
    type: 'rule'
    /** The selectors. */
    props: string[]
    children: Element[]
  }
  type Element = Rule | { type: 'decl' | '@media'; props: string | string[]; children: string | Element[] }
  export function compile(css: string): Element[]
  export function serialize(elements: Element[], write: typeof stringify): string
  export function stringify(element: Element, at: number, all: Element[], write: typeof stringify): string
}
