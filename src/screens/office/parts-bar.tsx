import { chakra } from '@chakra-ui/react/styled-system'
import { useRef } from 'react'
import { pageIn } from '../../rules/pages.ts'
import { Button } from '../../ui/button.tsx'
import { useUrlState } from '../../ui/url-state.ts'

const Bar = chakra('nav', { base: { display: 'flex', alignItems: 'center', gap: 3, paddingTop: 3 } })

interface Props {
  name: string
  /** Where the address has the part. */
  inUrl: string
  /** undefined while the part loads. */
  hasNext: boolean | undefined
}

/** The way to the other parts of a list that the server gives in parts. */
export function PartsBar({ name, inUrl, hasNext }: Props) {
  const [part, setPart] = useUrlState(inUrl)
  const page = pageIn(part)
  const wasShown = useRef(false)
  // While a part loads the bar stays, and with it the focus.
  const isShown = page > 1 || (hasNext ?? wasShown.current)
  wasShown.current = isShown
  if (!isShown) return null
  return (
    <Bar aria-label={name}>
      <PartButton words="Previous" isOff={page === 1} onPress={() => setPart(page === 2 ? '' : String(page - 1))} />
      <PartButton words="Next" isOff={!hasNext} onPress={() => setPart(String(page + 1))} />
    </Bar>
  )
}

/** A button that leads to another part. Where it leads nowhere it keeps the focus, which a disabled one would lose. */
export function PartButton({ words, isOff, onPress }: { words: string; isOff: boolean; onPress: () => void }) {
  return (
    <Button aria-disabled={isOff || undefined} onClick={isOff ? undefined : onPress}>
      {words}
    </Button>
  )
}
