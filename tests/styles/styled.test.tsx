import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { styled } from '../../src/ui/styled.ts'

const Plain = styled('section', 'cplain')
const Chip = styled('span', 'cchip', { kind: 'plain', dense: '' })
const html = renderToStaticMarkup

describe('a look on the phone joins class names', () => {
  test('its own and the given one; all else reaches the element', () => {
    expect(html(<Plain className="wide" id="a" aria-label="b" data-end hidden />)).toBe(
      '<section id="a" aria-label="b" data-end="true" hidden="" class="wide cplain"></section>',
    )
  })

  test.each([
    [{}, 'cchip-plain-'],
    [{ kind: undefined }, 'cchip-plain-'],
    [{ kind: 'main' }, 'cchip-main-'],
    [{ dense: true }, 'cchip-plain-true'],
    [{ kind: 'main', dense: false }, 'cchip-main-false'],
  ])('of %j the class is %s, and no variant reaches the element', (props, name) => {
    expect(html(<Chip {...props}>x</Chip>)).toBe(`<span class="${name}">x</span>`)
  })

  test('asChild: the only child gets the class beside its own, and the other props; its own props win', () => {
    expect(
      html(
        <Chip asChild className="grow" title="outer" id="outer">
          <a href="/x" className="own" id="inner">
            go
          </a>
        </Chip>,
      ),
    ).toBe('<a href="/x" class="grow cchip-plain- own" id="inner" title="outer">go</a>')
  })

  test('asChild without a child says so', () => {
    expect(() => html(<Chip asChild>text</Chip>)).toThrow('cchip')
  })
})
