/** The part of stylis that the sheet is written with; the package has no types of its own. */
declare module 'stylis' {
  interface Element {
    type: string
  }
  export function compile(css: string): Element[]
  export function serialize(elements: Element[], write: typeof stringify): string
  export function stringify(element: Element, at: number, all: Element[], write: typeof stringify): string
}
