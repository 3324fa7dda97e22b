import { useEffect, useRef, useState } from 'react'
import type { StreamEnd } from '../../sync/device/map-jobs.ts'
import { offeredTownMap } from '../../sync/online/town-map-file.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import type { MapOfTown } from './use-town-map.ts'

/** The state of the town's own map if this device has no copy of it. */
export interface Stream {
  /** `asking`: not known yet. `asks`: the device saves data, so nothing is loaded until the person agrees. */
  state: 'none' | 'asking' | 'asks' | 'ended'
  why: StreamEnd
  start(): void
}

/** On a device that saves data, consent lasts until the app is closed. */
let isAllowed = false

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/**
 * Reads the town's own map from the server tile by tile, if it is not stored here. The streets of the book are drawn
 * until it comes, and whenever it fails. It is requested once, and again when the signal returns or on request.
 */
export function useStream({ town, facts, take }: MapOfTown): Stream {
  const { device } = useEngine()
  const hasSignal = useSyncStatus().connection !== 'noSignal'
  const [shown, setShown] = useState<Pick<Stream, 'state' | 'why'>>({ state: 'asking', why: 'noSignal' })
  const [turn, setTurn] = useState(0)
  /** The turn in which it was last requested, since the signal came back. */
  const tried = useRef<number>(undefined)
  const version = useRef('')
  const hasEnded = useRef(false)
  /** The version that was replaced. */
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
    // A request that failed without signal is repeated once the signal is back.
    if (!hasSignal) tried.current = undefined
    if (!isBare || !hasSignal || tried.current === turn) return
    tried.current = turn
    const begin = async (): Promise<Pick<Stream, 'state' | 'why'>> => {
      const offer = await offeredTownMap(device)
      if (!offer) return { state: 'none', why: 'noSignal' }
      if (savesData() && !isAllowed) return { state: 'asks', why: 'noSignal' }
      // The server reported a different map but offers this one again, so it does not support ranges.
      if (offer.version === gone.current) return { state: 'ended', why: 'serverDown' }
      version.current = offer.version
      take(await town.stream(offer, () => offeredTownMap(device)))
      return { state: 'none', why: 'noSignal' }
    }
    hasEnded.current = false
    const unasked = { state: version.current ? 'ended' : 'none', why: 'noSignal' } as const
    // The worker may have reported an end meanwhile, which then takes precedence.
    const done = (next: Pick<Stream, 'state' | 'why'>) => hasEnded.current || setShown(next)
    void begin().then(done, () => done(unasked))
  }, [isBare, hasSignal, turn, device, town, take])
  const start = () => {
    isAllowed = true
    setTurn((it) => it + 1)
  }
  return { ...shown, state: shown.state === 'asking' && !hasSignal ? 'none' : shown.state, start }
}
