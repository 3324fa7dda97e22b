import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { MapHandle } from '../../parts/map/map-view.tsx'
import type { Mark } from '../../parts/map/mark.ts'
import { markKey } from '../../parts/map/use-marks.ts'
import type { MapOfTown } from '../../parts/map/use-town-map.ts'
import { type MatterKind, matterKinds } from '../../rules/map-filter.ts'
import { fetched } from '../../ui/fetched.tsx'
import { holdPrinting } from '../../ui/printing.ts'
import { KindSign } from './map-looks.tsx'
import type { MapRecord } from './map-records.ts'
import { kindWords } from './record-rows.tsx'

const MapView = fetched(async () => (await import('../../parts/map/map-view.tsx')).MapView)

/**
 * One sheet of A4 or Letter: what the margins leave of A4's width, and less than Letter's height. The map keeps its
 * measure, so that what was drawn before printing is what is printed.
 */
const Sheet = chakra('div', {
  base: {
    position: 'absolute',
    insetInlineStart: '-300vw',
    top: 0,
    width: '172mm',
    color: 'fg',
    '@media print': { position: 'static' },
    '& > .drawn': {
      position: 'relative',
      height: '115mm',
      overflow: 'hidden',
      border: '0.5pt solid #404040',
      background: '#f4f5f4',
      printColorAdjust: 'exact',
    },
    '& > .made': { textAlign: 'end', fontSize: '8pt' },
    '& > h2': { fontSize: '14pt', fontWeight: 'semibold' },
    '& > .counts': {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      alignItems: 'start',
      gap: '8mm',
      marginTop: '3mm',
      marginBottom: '2mm',
    },
    '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '9pt', breakInside: 'avoid' },
    '& caption': { textAlign: 'start', fontWeight: 'semibold', paddingBottom: '1mm' },
    '& caption > svg': { display: 'inline', marginInlineEnd: '2mm', verticalAlign: '-2px', printColorAdjust: 'exact' },
    '& th, & td': { paddingBlock: '0.5mm', textAlign: 'start', borderBottom: '0.5pt solid #999999' },
    '& th': { fontWeight: 'normal' },
    '& td': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& tfoot > tr > *': { fontWeight: 'semibold' },
  },
})

/** A map that does not come does not hold up the printer for ever (ms). */
const patienceMs = 20_000

interface Props {
  map: MapOfTown
  marks: readonly Mark[]
  records: readonly MapRecord[]
  /** The map on the screen, whose part is printed. */
  handle: MapHandle | undefined
  /** Told whether the map is drawn for paper; until then the one on the screen is printed. */
  onDrawn(isDrawn: boolean): void
  /** The period and what else the map is narrowed by, in words. */
  title: string
  narrowed: string
  source: string
}

/** The map as it is printed: the part on the screen, the signs with their counts, and what it was narrowed by. */
export function PaperMap({ map, marks, records, handle, onDrawn, title, narrowed, source }: Props) {
  const [paper, setPaper] = useState<MapHandle>()
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!handle) return
    const letGo = holdPrinting()
    const timer = setTimeout(letGo, patienceMs)
    paper?.showPart(handle.view, () => {
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
    <Sheet aria-hidden="true" data-paper-map="">
      <h2>{title}</h2>
      {narrowed && <p>{narrowed}</p>}
      <div className={isDrawn ? 'drawn' : 'drawn not-printed'}>
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
      <p className="made">{source}</p>
      <Counts records={records} marks={marks} />
    </Sheet>
  )
}

/** The signs of the map, with how many records of each status there are. */
function Counts({ records, marks }: { records: readonly MapRecord[]; marks: readonly Mark[] }) {
  const marked = new Set(marks.map(({ key }) => key))
  const unplaced = records.filter((it) => !marked.has(markKey(it))).length
  return (
    <>
      <div className="counts">
        {matterKinds.map((kind) => {
          const ofKind = records.filter((it) => it.kind === kind)
          return ofKind.length > 0 && <CountsOfKind key={kind} kind={kind} records={ofKind} />
        })}
      </div>
      <p>
        {records.length.toLocaleString('en-US')} in all
        {unplaced > 0 && `, ${unplaced.toLocaleString('en-US')} of them not on the map: nobody has said where they are`}
      </p>
    </>
  )
}

function CountsOfKind({ kind, records }: { kind: MatterKind; records: readonly MapRecord[] }) {
  const statuses = [...new Set(records.map(({ status }) => status))].sort()
  return (
    <table>
      <caption>
        <KindSign kind={kind} isPaper />
        {kindWords[kind].many}
      </caption>
      <tbody>
        {statuses.map((status) => (
          <tr key={status}>
            <th scope="row">{status}</th>
            <td>{records.filter((it) => it.status === status).length.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td>{records.length.toLocaleString('en-US')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
