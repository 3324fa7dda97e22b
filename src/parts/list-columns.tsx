import { chakra } from '@chakra-ui/react/styled-system'
import { useMemo, useState } from 'react'
import type { AnyRow } from '../db/rows.ts'
import { lookedUpHeads, type Sheet } from '../records/sheets.ts'
import type { CsvCell } from '../rules/csv.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Tick } from '../ui/fields-look.ts'
import type { Column } from '../ui/list.tsx'
import { useUrlState } from '../ui/url-state.ts'
import { useListChoice } from './list-size.ts'
import { useZone } from './use-now.ts'
import { useSheetFacts } from './use-sheet-facts.ts'

const Ticks = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 12rem), 1fr))', gap: 1 },
})

/** The columns that a person has chosen for a list, and how to change them. */
interface ChosenColumns<Row> {
  columns: Column<Row>[]
  /** The titles of all available columns, and of those that are shown. The first column is always shown. */
  titles: string[]
  shown: readonly string[]
  choose: (titles: readonly string[] | null) => void
}

/**
 * The columns of a long list as the person chose them on this device, from those of the screen and all others in its
 * file. A saved view has its own, in the URL.
 */
export function useListColumns<Row extends AnyRow>(
  list: string,
  own: readonly Column<Row>[],
  sheet: Sheet<Row>,
): ChosenColumns<Row> {
  const [usually, choose] = useListChoice(`columns-${list}`)
  const [inView, setInView] = useUrlState('columns')
  const text = inView || usually
  const zone = useZone()
  const others = useMemo(() => sheet.filter(([head]) => !own.some((it) => it.title === head)), [sheet, own])
  const { usual, titles, shown } = useMemo(() => {
    const usual = own.map((it) => it.title)
    const titles = [...usual, ...others.map(([head]) => head)]
    const wanted = text === '' ? null : text.split('|')
    return { usual, titles, shown: wanted ? titles.filter((it, at) => at === 0 || wanted.includes(it)) : usual }
  }, [own, others, text])
  const isLookedUp = shown.some((it) => !usual.includes(it) && lookedUpHeads.includes(it))
  const facts = useSheetFacts(zone, isLookedUp)
  // The same array as long as nothing has changed, so that the rows of a page are rendered only for new data.
  const columns = useMemo(
    () =>
      shown.flatMap((title): Column<Row>[] => {
        const column = own.find((it) => it.title === title)
        if (column) return [column]
        const [, cell] = others.find(([head]) => head === title) ?? []
        if (!cell || !facts) return []
        return [{ title, isOrdered: true, cell: (row) => cellText(cell(row, facts)) }]
      }),
    [shown, own, others, facts],
  )
  return {
    columns,
    titles,
    shown,
    // In a saved view the choice belongs to the view; the device's usual columns stay.
    choose: (them) => (inView === '' ? choose : setInView)(them ? them.join('|') : ''),
  }
}

const cellText = (cell: CsvCell): string =>
  cell === null || cell === undefined || cell === ''
    ? '—'
    : typeof cell === 'boolean'
      ? cell
        ? 'Yes'
        : 'No'
      : String(cell)

/** A button that opens the choice of columns. */
export function ColumnsButton<Row>({ titles, shown, choose }: ChosenColumns<Row>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Dialog
          title="Columns"
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={() => choose(null)}>As usual</Button>
              <Button kind="main" onClick={() => setOpen(false)}>
                Done
              </Button>
            </>
          }
        >
          <p>What this list shows on this device. A file always has all columns.</p>
          <Ticks>
            {titles.map((title, at) => (
              <Tick key={title}>
                <input
                  type="checkbox"
                  checked={shown.includes(title)}
                  disabled={at === 0}
                  onChange={({ target }) =>
                    choose(titles.filter((it) => (it === title ? target.checked : shown.includes(it))))
                  }
                />
                {title}
              </Tick>
            ))}
          </Ticks>
        </Dialog>
      )}
    </>
  )
}
