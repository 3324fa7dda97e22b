import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Button } from './button.tsx'

const cut = { display: '-webkit-box', WebkitBoxOrient: 'vertical', overflow: 'hidden' } as const

const Words = chakra('p', {
  base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  variants: {
    cut: {
      card: { '@media not print': { ...cut, WebkitLineClamp: 3 } },
      page: { '@media not print': { ...cut, WebkitLineClamp: 8 } },
    },
  },
})

/** Not as wide as a card of rows, in the middle of which its words would stand. */
const flush = { alignSelf: 'start' } as const

/** Longer texts are cut: after three lines on a card, after eight in a thread. In characters and in lines. */
const limits = { card: { length: 120, lines: 3 }, page: { length: 600, lines: 8 } } as const

/** A text of a person, line breaks kept. A long one is cut, and whole on request and on paper. */
export function LongText({ text, of }: { text: string; of: keyof typeof limits }) {
  const { length, lines } = limits[of]
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && (text.length > length || text.split('\n').length > lines)
  return (
    <>
      <Words cut={isCut ? of : undefined} data-cut={isCut || undefined}>
        {text}
      </Words>
      {isCut && (
        <Button kind="quiet" data-flush="" className="not-printed" style={flush} onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </>
  )
}
