import { Children, type ComponentProps, cloneElement, createElement, isValidElement } from 'react'

interface StyledProps extends ComponentProps<'div'> {
  /** Applies the look to the only child instead of wrapping it in an element. */
  asChild?: boolean
}

/**
 * The build replaces `chakra(tag, recipe)` with this: a component that joins class names. All rules are in the page's
 * sheet, so no phone computes a style.
 * `name`: the class of the recipe. `variants`: each variant with its default, '' if it has none; an element's class is
 * the name with a dash and a value for each. All other props reach the element.
 */
export const styled = (tag: string, name: string, variants: Readonly<Record<string, string>> = {}) =>
  function Styled({ asChild, children, className, ...given }: StyledProps) {
    const rest: Record<string, unknown> = given
    let look = name
    for (const key in variants) {
      look += `-${rest[key] ?? variants[key]}`
      delete rest[key]
    }
    if (className) look = `${className} ${look}`
    if (!asChild) return createElement(tag, { ...rest, className: look }, children)
    const child = Children.toArray(children).find((it) => isValidElement<StyledProps>(it))
    if (!child) throw new Error(`A look asChild needs a child: ${name}`)
    const own = child.props.className
    return cloneElement(child, { ...rest, ...child.props, className: own ? `${look} ${own}` : look })
  }
