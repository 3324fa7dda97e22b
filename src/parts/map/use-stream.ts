import { useEffect, useRef, useState } from 'react'
import type { StreamEnd } from '../../sync/device/map-jobs.ts'
import { offeredTownMap } from '../../sync/online/town-map-file.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import type { MapOfTown } from './use-town-map.ts'

/** How the town's own map comes where this device does not keep it. */
export interface Stream {
  /** `asking`: not known yet. `asks`: the device saves data, so nothing comes before the person says so. */
  state: 'none' | 'asking' | 'asks' | 'ended'
  why: StreamEnd
  start(): void
}

/** Whoever said yes on a device that saves data has said so until the app is opened anew. */
let isAllowed = false

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/**
 * Reads the town's own map from the server, a tile at a time, where it is not kept here; the streets of the book are
 * drawn until it comes, and whenever it does not. It is asked for once, and again with the signal or when told to.
 */
export function useStream({ town, facts, take }: MapOfTown): Stream {
  const { device } = useEngine()
  const hasSignal = useSyncStatus().connection !== 'noSignal'
  const [shown, setShown] = useState<Pick<Stream, 'state' | 'why'>>({ state: 'asking', why: 'noSignal' })
  const [turn, setTurn] = useState(0)
  /** The turn in which it was asked for, since the signal came last. */
  const tried = useRef<number>(undefined)
  const version = useRef('')
  const hasEnded = useRef(false)
  /** The version whose place another one has taken. */
  const gone = useRef('')
  useEffect(
    () =>
      town.watch((why) => {
        hasEnded.current = true
        setShown({ state: 'ended', why })
        void town.open().then(take, () => undefined)
        if (why !== 'changed') return
        gone.current = version.current
        setTurn((it) => it + 1)
      }),
    [town, take],
  )
  const isBare = facts?.madeBy === null
  useEffect(() => {
    // What failed for want of a signal is asked again once it is back.
    if (!hasSignal) tried.current = undefined
    if (!isBare || !hasSignal || tried.current === turn) return
    tried.current = turn
    const begin = async (): Promise<Pick<Stream, 'state' | 'why'>> => {
      const offer = await offeredTownMap(device)
      if (!offer) return { state: 'none', why: 'noSignal' }
      if (savesData() && !isAllowed) return { state: 'asks', why: 'noSignal' }
      // The server says that another map is there and offers this one again: it does not answer for ranges.
      if (offer.version === gone.current) return { state: 'ended', why: 'serverDown' }
      version.current = offer.version
      take(await town.stream(offer, () => offeredTownMap(device)))
      return { state: 'none', why: 'noSignal' }
    }
    hasEnded.current = false
    const unasked = { state: version.current ? 'ended' : 'none', why: 'noSignal' } as const
    // The worker may have told of an end meanwhile, which stands.
    const done = (next: Pick<Stream, 'state' | 'why'>) => hasEnded.current || setShown(next)
    void begin().then(done, () => done(unasked))
  }, [isBare, hasSignal, turn, device, town, take])
  const start = () => {
    isAllowed = true
    setTurn((it) => it + 1)
  }
  return { ...shown, state: shown.state === 'asking' && !hasSignal ? 'none' : shown.state, start }
}
