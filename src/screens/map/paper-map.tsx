import { type CSSProperties, useEffect, useState } from 'react'
import type { MapHandle } from '../../parts/map/map-view.tsx'
import type { Mark } from '../../parts/map/mark.ts'
import { markKey } from '../../parts/map/use-marks.ts'
import type { MapOfTown } from '../../parts/map/use-town-map.ts'
import { type MatterKind, matterKinds } from '../../rules/map-filter.ts'
import { fetched } from '../../ui/fetched.tsx'
import { useLateSheet } from '../../ui/late-sheet.ts'
import { holdPrinting } from '../../ui/printing.ts'
import { KindSign } from './map-looks.tsx'
import type { MapRecord } from './map-records.ts'
import { kindWords } from './record-rows.tsx'

const MapView = fetched(async () => (await import('../../parts/map/map-view.tsx')).MapView)

/*
 * The styles are inline, because the sheet of all rules is in the first page, which shows no map. The map fits one
 * sheet of A4 or Letter: A4's width without margins, and less than Letter's height. Its size is fixed, so that what
 * was drawn before printing is what is printed.
 */
const thin = '0.5pt solid #999999'
const looks = {
  sheet: { overflow: 'hidden' },
  map: { position: 'relative', width: '172mm', height: '115mm', overflow: 'hidden', border: '0.5pt solid #404040' },
  source: { width: '172mm', textAlign: 'end', fontSize: '8pt' },
  title: { fontSize: '14pt', fontWeight: 600 },
  counts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    alignItems: 'start',
    gap: '8mm',
    width: '172mm',
    marginBlock: '3mm 2mm',
    fontSize: '9pt',
  },
  table: { width: '100%', borderCollapse: 'collapse' },
  caption: { display: 'flex', gap: '2mm', alignItems: 'center', fontWeight: 600, printColorAdjust: 'exact' },
  head: { textAlign: 'start', fontWeight: 'normal', borderBottom: thin },
  count: { textAlign: 'end', borderBottom: thin },
  all: { fontWeight: 600 },
} as const satisfies Record<string, CSSProperties>

/*
 * The browser's own menu prints at once: until a map is drawn for paper, the one on screen is printed, all of it and as
 * large as that one.
 */
const screenMapLook = `
@media print {
  [data-paper-map] ~ * > .map { width: ${looks.map.width}; height: ${looks.map.height}; margin: 0; }
  [data-paper-map] ~ * > .map canvas { width: 100% !important; height: 100% !important; transform: none !important; object-fit: contain; }
}
`

/** The printer does not wait longer than this for a map (ms). */
const patienceMs = 20_000

interface Props {
  map: MapOfTown
  marks: readonly Mark[]
  records: readonly MapRecord[]
  /** The map on screen, whose visible part is printed. */
  handle: MapHandle | undefined
  /** Called with whether the map is drawn for paper; until then the one on screen is printed. */
  onDrawn(isDrawn: boolean): void
  /** The period and other filters of the map, in words. */
  title: string
  narrowed: string
  source: string
}

/** The printed map: the part on screen, the marks with their counts, and the filters. */
export function PaperMap({ map, marks, records, handle, onDrawn, title, narrowed, source }: Props) {
  const [paper, setPaper] = useState<MapHandle>()
  const [isDrawn, setDrawn] = useState(false)
  useLateSheet(screenMapLook)
  useEffect(() => {
    const part = handle?.view
    // A map that shows no place has nothing to draw on paper.
    if (!part) return
    const letGo = holdPrinting()
    const timer = setTimeout(letGo, patienceMs)
    paper?.showPart(part, () => {
      setDrawn(true)
      onDrawn(true)
      letGo()
    })
    return () => {
      clearTimeout(timer)
      letGo()
      onDrawn(false)
    }
  }, [handle, paper, onDrawn])
  return (
    <div aria-hidden="true" data-paper-map="" style={looks.sheet}>
      <h2 style={looks.title}>{title}</h2>
      {narrowed && <p>{narrowed}</p>}
      <div className={isDrawn ? undefined : 'not-printed'} style={looks.map}>
        <MapView
          town={map.town}
          ground={map.facts?.ground ?? ''}
          extent={map.facts?.extent ?? null}
          marks={marks}
          isStill
          isPaper
          onReady={setPaper}
        />
      </div>
      <p style={looks.source}>{source}</p>
      <Counts records={records} marks={marks} hasBook={map.hasBook !== false} />
    </div>
  )
}

interface CountsProps extends Pick<Props, 'records' | 'marks'> {
  /** Whether this device can look up where an address is. */
  hasBook: boolean
}

/** The marks of the map, with the number of records of each status. */
function Counts({ records, marks, hasBook }: CountsProps) {
  const marked = new Set(marks.map(({ key }) => key))
  const unplaced = records.filter((it) => !marked.has(markKey(it))).length
  const why = hasBook ? 'where they are is not known' : 'the address book is not on this device'
  return (
    <>
      <div style={looks.counts}>
        {matterKinds.map((kind) => {
          const ofKind = records.filter((it) => it.kind === kind)
          return ofKind.length > 0 && <CountsOfKind key={kind} kind={kind} records={ofKind} />
        })}
      </div>
      <p>
        {records.length.toLocaleString('en-US')} in all
        {unplaced > 0 && `, ${unplaced.toLocaleString('en-US')} of them not on the map: ${why}`}
      </p>
    </>
  )
}

function CountsOfKind({ kind, records }: { kind: MatterKind; records: readonly MapRecord[] }) {
  const statuses = [...new Set(records.map(({ status }) => status))].sort()
  return (
    <table style={looks.table}>
      <caption style={looks.caption}>
        <KindSign kind={kind} isPaper />
        {kindWords[kind].many}
      </caption>
      <tbody>
        {statuses.map((status) => (
          <tr key={status}>
            <th scope="row" style={looks.head}>
              {status}
            </th>
            <td style={looks.count}>{records.filter((it) => it.status === status).length.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" style={{ ...looks.head, ...looks.all }}>
            All
          </th>
          <td style={{ ...looks.count, ...looks.all }}>{records.length.toLocaleString('en-US')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
