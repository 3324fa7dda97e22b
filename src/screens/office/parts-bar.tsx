import { chakra } from '@chakra-ui/react/styled-system'
import { pageIn } from '../../rules/pages.ts'
import { Button } from '../../ui/button.tsx'
import { useUrlState } from '../../ui/url-state.ts'

const Bar = chakra('nav', { base: { display: 'flex', alignItems: 'center', gap: 3, paddingTop: 3 } })

/** The way to the other parts of a list that the server gives in parts. `inUrl`: where the address has the part. */
export function PartsBar({ name, inUrl, hasNext }: { name: string; inUrl: string; hasNext: boolean }) {
  const [part, setPart] = useUrlState(inUrl)
  const page = pageIn(part)
  if (page === 1 && !hasNext) return null
  return (
    <Bar aria-label={name}>
      <Button disabled={page === 1} onClick={() => setPart(page === 2 ? '' : String(page - 1))}>
        Previous
      </Button>
      <Button disabled={!hasNext} onClick={() => setPart(String(page + 1))}>
        Next
      </Button>
    </Bar>
  )
}
