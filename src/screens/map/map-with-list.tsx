import { useEffect, useRef, useState } from 'react'
import type { MapHandle } from '../../parts/map/map-view.tsx'
import { markKey, type useMarks } from '../../parts/map/use-marks.ts'
import { useStream } from '../../parts/map/use-stream.ts'
import type { MapOfTown } from '../../parts/map/use-town-map.ts'
import { usePosition } from '../../parts/use-position.ts'
import { asksOpen, type MapFilter } from '../../rules/map-filter.ts'
import type { MapFacts } from '../../sync/device/map-jobs.ts'
import { IconButton } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { PageBar, usePages } from '../../ui/pages.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { Halves, OnMap } from './map-looks.tsx'
import type { MapRecord } from './map-records.ts'
import { MapState } from './map-state.tsx'
import { PaperMap } from './paper-map.tsx'
import { RecordRows } from './record-rows.tsx'

// The map library is large: it is loaded when a map is shown, and cached for use without signal.
const MapView = fetched(async () => (await import('../../parts/map/map-view.tsx')).MapView)

/** Without a message it takes no room. */
const noBox = { display: 'contents' } as const

/** Rows of the list beside the map. */
const rowsOfList = 25
/** Rows on the card; the others are in the list. */
const cardRows = 6

interface Props {
  records: MapRecord[]
  /** The number before filtering. */
  total: number
  filter: MapFilter
  /** The text above the map on paper. */
  paper: { title: string; narrowed: string }
  map: MapOfTown
  marks: ReturnType<typeof useMarks>
  /** Whether the office has told of every shown kind. Without it, no row does not mean that there is none. */
  isWhole: boolean
}

/** The map with its buttons and the card of the tapped records, and the same records as a list beside it. */
export function MapWithList({ records, total, filter, paper, map, marks: found, isWhole }: Props) {
  const marks = found?.marks
  const [chosen, setChosen] = useState<string[]>([])
  const [handle, setHandle] = useState<MapHandle>()
  const [address] = useUrlState('address')
  const stream = useStream(map)
  const isPrinting = useIsPrinting()
  const [isPaperDrawn, setPaperDrawn] = useState(false)
  const unplaced = !found?.unplaced ? 'none' : found.marks.length > 0 ? 'some' : 'all'
  const show = (wanted: readonly MapRecord[]) => {
    const keys = wanted.map(markKey)
    const mark = marks?.find(({ key }) => keys.includes(key))
    setChosen(keys)
    if (mark) handle?.goTo(mark.point)
  }
  // A map opened from an address shows that address; its card is opened once, also if the map is built anew.
  const opened = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when map and marks are there
  useEffect(() => {
    if (!address || !handle || !marks) return
    const there = marks.find(({ key }) => key === markKey({ kind: 'address', id: Number(address) }))
    if (opened.current !== address) setChosen(records.filter((it) => String(it.address_id) === address).map(markKey))
    opened.current = address
    if (there) handle.goTo(there.point)
  }, [address, handle, marks !== undefined])
  const onCard = records.filter((it) => chosen.includes(markKey(it)))
  return (
    <>
      <div className="not-printed" style={noBox}>
        <MapState map={map} stream={stream} unplaced={unplaced} />
      </div>
      {isPrinting && marks && found?.isCurrent && (
        <PaperMap
          {...paper}
          map={map}
          marks={marks}
          records={records}
          handle={handle}
          source={map.facts?.extent ? sourceWords(map.facts) : ''}
          onDrawn={setPaperDrawn}
        />
      )}
      <Halves>
        <div className={isPaperDrawn ? 'map not-printed' : 'map'}>
          {marks && (map.facts || map.hasFailed) ? (
            <MapView
              town={map.town}
              ground={map.facts?.ground ?? ''}
              extent={map.facts?.extent ?? null}
              marks={marks}
              chosen={chosen}
              onChoose={setChosen}
              onReady={setHandle}
            />
          ) : (
            <Loading>{map.hasBook ? 'Drawing the streets...' : 'Loading...'}</Loading>
          )}
          <OnMap>
            {handle && <MapTools handle={handle} />}
            {onCard.length > 0 && <Card records={onCard} hasClosed={!asksOpen(filter)} onClose={() => setChosen([])} />}
            {map.facts?.extent && <p className="source">{sourceWords(map.facts)}</p>}
          </OnMap>
        </div>
        <ListBeside
          records={records}
          total={total}
          filter={filter}
          isWhole={isWhole}
          marked={new Set(marks?.map(({ key }) => key))}
          onShow={(it) => show([it])}
        />
      </Halves>
    </>
  )
}

/** Not every file names its maker. */
const sourceWords = ({ madeBy }: MapFacts): string =>
  madeBy === null ? 'Streets drawn from the address book' : madeBy || 'Map of the town'

const shownText = (shown: number, total: number): string =>
  `${shown.toLocaleString('en-US')} shown of ${total.toLocaleString('en-US')}`

function MapTools({ handle }: { handle: MapHandle }) {
  const position = usePosition({ found: (point) => handle.standAt(point) })
  return (
    <>
      <div className="tools">
        <IconButton kind="plain" icon="plus" label="Zoom in" onClick={() => handle.zoomBy(1)} />
        <IconButton kind="plain" icon="minus" label="Zoom out" onClick={() => handle.zoomBy(-1)} />
        <IconButton kind="plain" icon="fit" label="Show all" onClick={() => handle.fit(true)} />
        <IconButton kind="plain" icon="here" label="Show where I am" onClick={position.ask} />
      </div>
      {position.words && (
        <p role="status" className="source">
          {position.words}
        </p>
      )}
    </>
  )
}

interface ListProps extends Pick<Props, 'records' | 'total' | 'filter' | 'isWhole'> {
  marked: ReadonlySet<string>
  onShow(record: MapRecord): void
}

function ListBeside({ records, total, filter, isWhole, marked, onShow }: ListProps) {
  const pages = usePages(records, 'page', rowsOfList)
  const isOpen = asksOpen(filter)
  const name = isOpen ? 'Open matters' : 'Matters'
  const none = isOpen ? 'Nothing open matches.' : 'Nothing matches.'
  return (
    <div className="not-printed">
      <Section title={name} {...(isWhole ? { count: records.length } : {})}>
        <p role="status" className={records.length === total ? 'unseen' : undefined}>
          {shownText(records.length, total)}
        </p>
        {records.length === 0 ? (
          <Empty>{isWhole ? none : 'Nothing on this device matches; the office may have more.'}</Empty>
        ) : (
          <RecordRows label={name} records={pages.rows} marked={marked} hasClosed={!isOpen} onShow={onShow} />
        )}
        <PageBar pages={pages} of={name} />
      </Section>
    </div>
  )
}

interface CardProps {
  records: readonly MapRecord[]
  hasClosed: boolean
  onClose: () => void
}

function Card({ records, hasClosed, onClose }: CardProps) {
  return (
    <section className="chosen not-printed" aria-label="Chosen on the map">
      <header>
        <h2>{records.length === 1 ? 'Chosen' : `${records.length} here`}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <RecordRows label="Chosen on the map" records={records.slice(0, cardRows)} isCard hasClosed={hasClosed} />
      {records.length > cardRows && <p>and {records.length - cardRows} more in the list</p>}
    </section>
  )
}
