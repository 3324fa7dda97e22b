import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { type Sheet, type SheetFacts, sheetFacts } from '../records/sheets.ts'
import { type CsvCell, csvText } from '../rules/csv.ts'
import { dayOf } from '../rules/dates.ts'
import { rowsText } from '../rules/rows-text.ts'
import { type SheetRows, writeSheet } from '../sync/device/write-sheet.ts'
import { useEngine } from '../sync/react/engine.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/fields-look.ts'
import { printPage } from '../ui/print-page.ts'
import { saveAs } from '../ui/save-as.ts'
import { csvType, fileName, saveCsv } from '../ui/save-csv.ts'
import { tellFailure } from '../ui/toast.tsx'
import { listSizes, useListSize } from './list-size.ts'
import type { ListAtHand } from './use-listing.ts'
import { useZone } from './use-now.ts'

const Size = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    '& > select': { width: 'auto', minWidth: '5.5rem' },
  },
})

interface Props<Row> {
  /** The name of the list, used for the file name. */
  name: string
  sheet: Sheet<Row>
}

const headsOf = <Row,>(sheet: Sheet<Row>): string[] => sheet.map(([head]) => head)

const cellsOf = <Row,>(sheet: Sheet<Row>, rows: readonly Row[], facts: SheetFacts): CsvCell[][] =>
  rows.map((row) => sheet.map(([, cell]) => cell(row, facts)))

/** The tools of a list beside its pages: all of it as a file, or on paper. All rows are in memory. */
export function ListTools<Row>({ name, sheet, rows, page }: Props<Row> & { rows: readonly Row[]; page?: number }) {
  const { device } = useEngine()
  const zone = useZone()
  const cells = async () => cellsOf(sheet, rows, await sheetFacts(device.db, zone))
  return (
    <Tools
      name={name}
      heads={headsOf(sheet)}
      csv={async (heads) => csvText(heads, await cells())}
      rows={async () => ({ cells: await cells() })}
      size={page !== undefined && <ListSize page={page} total={rows.length} />}
    />
  )
}

/** The same for a list that grows with the town: the worker that searches it writes its files. */
export function LongListTools<Row>({
  name,
  sheet,
  list: { searcher, question, total, isCounting },
  page,
  children,
}: Props<Row> & { list: ListAtHand; page: number; children?: ReactNode }) {
  const rows = async (heads: string[]): Promise<SheetRows> => {
    const { port1, port2 } = new MessageChannel()
    await searcher.cells(question, heads, port1)
    return { port: port2 }
  }
  return (
    <Tools
      name={name}
      heads={headsOf(sheet)}
      csv={(heads) => searcher.csv(question, heads)}
      rows={rows}
      size={<ListSize page={page} total={total} isCounting={isCounting} />}
    >
      {children}
    </Tools>
  )
}

/** Any other table as a CSV file. */
export function DownloadCsv<Row>({ name, sheet, rows }: Props<Row> & { rows: readonly Row[] }) {
  const { device } = useEngine()
  const zone = useZone()
  const heads = headsOf(sheet)
  const save = async () => {
    const cells = cellsOf(sheet, rows, await sheetFacts(device.db, zone))
    saveCsv(fileName(name, dayOf(new Date(device.now()), zone), 'csv'), heads, cells)
  }
  return (
    <Button kind="quiet" icon="download" onClick={() => void save()}>
      Download CSV
    </Button>
  )
}

interface ToolsProps {
  name: string
  heads: string[]
  csv: (heads: string[]) => Promise<string | Uint8Array<ArrayBuffer>>
  rows: (heads: string[]) => Promise<SheetRows>
  size: ReactNode
  children?: ReactNode
}

function Tools({ name, heads, csv, rows, size, children }: ToolsProps) {
  const { device } = useEngine()
  const zone = useZone()
  const [isMaking, setMaking] = useState(false)
  const save = (kind: string, made: () => Promise<Blob>) => async () => {
    setMaking(true)
    try {
      saveAs(await made(), fileName(name, dayOf(new Date(device.now()), zone), kind))
    } catch (error) {
      // The code is not cached and cannot be loaded, or the list was closed meanwhile.
      tellFailure(`The file could not be made: ${error instanceof TypeError ? 'no signal' : String(error)}`)
    } finally {
      setMaking(false)
    }
  }
  const asCsv = save('csv', async () => new Blob([await csv(heads)], { type: csvType }))
  const asSheet = save('xlsx', async () => writeSheet(name, heads, await rows(heads)))
  return (
    <>
      {size}
      {children}
      <Button kind="quiet" icon="download" disabled={isMaking} onClick={() => void asCsv()}>
        Download CSV
      </Button>
      <Button kind="quiet" icon="download" disabled={isMaking} onClick={() => void asSheet()}>
        Download Excel
      </Button>
      <Button kind="quiet" onClick={printPage}>
        Print
      </Button>
    </>
  )
}

/** Which rows are shown, and how many on a page. */
function ListSize({ page, total, isCounting = false }: { page: number; total: number; isCounting?: boolean }) {
  const [size, choose] = useListSize()
  if (total <= listSizes[0]) return null
  return (
    <Size>
      <span>{rowsText(page, size, total, isCounting)}</span>
      <Select aria-label="Rows on a page" value={size} onChange={(event) => choose(Number(event.target.value))}>
        {listSizes.map((it) => (
          <option key={it} value={it}>
            {it} rows
          </option>
        ))}
      </Select>
    </Size>
  )
}
