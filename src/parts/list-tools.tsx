import { useState } from 'react'
import { type CsvCell, csvText } from '../rules/csv.ts'
import { dayOf } from '../rules/dates.ts'
import { useEngine } from '../sync/react/engine.ts'
import { Button } from '../ui/button.tsx'
import { printPage } from '../ui/printing.ts'
import { saveAs } from '../ui/save-as.ts'
import { useZone } from './use-now.ts'

/** What the cells of a table can look up on this device. */
export interface SheetFacts {
  zone: string
  addresses: ReadonlyMap<number, string | null | undefined>
  units: ReadonlyMap<number, string>
  businesses: ReadonlyMap<number, string | null | undefined>
}

/** The columns of a list as a file: each with its head. */
export type Sheet<Row> = readonly (readonly [head: string, cell: (row: Row, facts: SheetFacts) => CsvCell])[]

interface Props<Row> {
  /** What is listed; the file is named for it. */
  name: string
  /** Reads all rows that the filters leave, not only those of the page. */
  rows: () => Promise<readonly Row[]>
  sheet: Sheet<Row>
}

/** What a list offers beside its pages: all of it as a CSV file, and on paper. */
export const ListTools = <Row,>(props: Props<Row>) => (
  <>
    <DownloadCsv {...props} />
    <Button kind="quiet" onClick={printPage}>
      Print
    </Button>
  </>
)

/** Saves what the filters show as a CSV file; works without signal. */
export function DownloadCsv<Row>({ name, rows, sheet }: Props<Row>) {
  const { device } = useEngine()
  const zone = useZone()
  const [isMaking, setMaking] = useState(false)
  const download = async () => {
    setMaking(true)
    try {
      const facts = await sheetFacts(device.db, zone)
      const all = await rows()
      const text = csvText(
        sheet.map(([head]) => head),
        all.map((row) => sheet.map(([, cell]) => cell(row, facts))),
      )
      const file = new Blob([text], { type: 'text/csv;charset=utf-8' })
      saveAs(file, `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${dayOf(new Date(device.now()), zone)}.csv`)
    } finally {
      setMaking(false)
    }
  }
  return (
    <Button kind="quiet" icon="download" disabled={isMaking} onClick={() => void download()}>
      Download CSV
    </Button>
  )
}

async function sheetFacts(db: ReturnType<typeof useEngine>['device']['db'], zone: string): Promise<SheetFacts> {
  const [addresses, units, businesses] = await Promise.all([
    db.rows('address').toArray(),
    db.rows('unit').toArray(),
    db.rows('business').toArray(),
  ])
  return {
    zone,
    addresses: new Map(addresses.map((it) => [it.id, it.combadd])),
    units: new Map(units.map((it) => [it.id, it.number])),
    businesses: new Map(businesses.map((it) => [it.id, it.name])),
  }
}
