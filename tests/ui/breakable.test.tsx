import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Breakable } from '../../src/ui/breakable.tsx'

/** Firefox makes columns of the texts between the breaks where they stand in a flex box, as in the head of a card. */
test.each([
  ['Building/Dumpster/POD permit', '<span>Building/<wbr/>Dumpster/<wbr/>POD permit</span>'],
  ['ann@town.example', '<span>ann<wbr/>@town.example</span>'],
])('G-25 %s with its breaks is one element, so that its parts stay one text', (text, html) => {
  expect(renderToStaticMarkup(<Breakable text={text} />)).toBe(html)
})
