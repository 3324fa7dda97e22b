import { chakra } from '@chakra-ui/react/styled-system'
import { type ListPage, type PagePlace, pageOf, rowsPerPage } from '../rules/pages.ts'
import { Button } from './button.tsx'
import { useUrlState } from './url-state.ts'

export interface Pages<Row> extends ListPage<Row> {
  goTo: (page: number) => void
}

/** The page number in the URL under `name`; it may not exist in the list. */
export const useWantedPage = (name = 'page'): [wanted: number, goTo: (page: number) => void] => {
  const [wanted, want] = useUrlState(name, '1')
  return [Number(wanted), (page) => want(String(page))]
}

/**
 * Splits rows into pages; the page number is in the URL under `name`. If a filter leaves fewer pages, the last
 * existing one is shown.
 */
export const usePages = <Row,>(rows: readonly Row[], name = 'page', size = rowsPerPage): Pages<Row> => {
  const [wanted, goTo] = useWantedPage(name)
  return { ...pageOf(rows, wanted, size), goTo }
}

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 3,
    paddingTop: 3,
    fontVariantNumeric: 'tabular-nums',
    '& > span': { color: 'fg.muted' },
    // Else the second button would be alone in a row.
    '@media (max-width: 21rem)': { '& > span': { flexBasis: '100%', order: -1 } },
  },
})

/** Previous, "Page X of Y", Next (LS-02). Hidden if everything fits on one page (DB-33). */
export function PageBar({ pages, of }: { pages: PagePlace & { goTo: (page: number) => void }; of: string }) {
  if (!pages.hasPager) return null
  return (
    <Bar aria-label={`Pages of ${of}`} className="not-printed">
      <Button disabled={!pages.hasPrevious} onClick={() => pages.goTo(pages.page - 1)}>
        Previous
      </Button>
      <span role="status">{pages.text}</span>
      <Button disabled={!pages.hasNext} onClick={() => pages.goTo(pages.page + 1)}>
        Next
      </Button>
    </Bar>
  )
}
