import { useRef, useState } from 'react'
import type { Point } from '../rules/point.ts'

/** The position of this phone, requested when it is first needed. */
export interface Position {
  point: Point | undefined
  /** The accuracy in metres, as the phone estimates it. */
  accuracy: number | undefined
  /** When it was found, by this device's clock (ms). */
  at: number | undefined
  /** Why there is none, or that it is being determined; '' otherwise. */
  words: string
  isAsking: boolean
  ask: () => void
  forget: () => void
}

interface Options {
  /** Called with each requested position. */
  found?: (point: Point) => void
  platform?: PositionOptions
}

/** A fix of half a minute ago is precise enough to find a house; a cold receiver needs some seconds (ms). */
const usual: PositionOptions = { enableHighAccuracy: true, maximumAge: 30_000, timeout: 15_000 }

/** The texts shown without a position. */
const said = {
  missing: 'This device cannot tell its position.',
  refused: 'Your position is not shared with this app. Allow it in the settings of this device.',
  notFound: 'Your position could not be found. Try again under open sky.',
}

const unasked = { point: undefined, accuracy: undefined, at: undefined, words: '', isAsking: false }

/**
 * A position that is older than this may be that of another house (ms). A later read that finds none leaves a newer one:
 * a read takes up to 15 seconds.
 */
export const positionKeptMs = 20_000

/** Whether a position that was found at this time (ms) may still be recorded as the place of this moment. */
export const isNewPosition = (at: number): boolean => Date.now() < at + positionKeptMs

/** The position of this phone; the platform asks the person for permission at the first `ask`. */
export function usePosition({ found, platform = usual }: Options = {}): Position {
  const [state, setState] = useState<Pick<Position, keyof typeof unasked>>(unasked)
  // Raised by each question and when it is forgotten: a late answer of an earlier turn is ignored.
  const turn = useRef(0)
  const foundAt = useRef(0)
  const failed = (words: string) =>
    setState((old) => (isNewPosition(foundAt.current) ? { ...old, words: '', isAsking: false } : { ...unasked, words }))
  const ask = () => {
    if (!('geolocation' in navigator)) return failed(said.missing)
    const mine = ++turn.current
    setState((old) => ({ ...old, words: 'Looking for your position...', isAsking: true }))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) => {
        if (mine !== turn.current) return
        foundAt.current = timestamp
        const point = { latitude, longitude }
        setState({ point, accuracy, at: timestamp, words: '', isAsking: false })
        found?.(point)
      },
      ({ code }) => {
        if (mine !== turn.current) return
        const isRefused = code === GeolocationPositionError.PERMISSION_DENIED
        if (isRefused) forget()
        failed(isRefused ? said.refused : said.notFound)
      },
      platform,
    )
  }
  const forget = () => {
    turn.current += 1
    foundAt.current = 0
    setState(unasked)
  }
  return { ...state, ask, forget }
}
