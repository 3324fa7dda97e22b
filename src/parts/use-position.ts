import { useState } from 'react'
import type { Point } from '../rules/day-plan.ts'

/** Where this phone is, asked of it when it is first wanted. */
interface Position {
  point: Point | undefined
  /** Why there is none, or that it is being looked for; '' otherwise. */
  words: string
  isAsking: boolean
  ask: () => void
}

/** A fix of half a minute ago is near enough to find a house; a cold receiver needs some seconds (ms). */
const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 30_000, timeout: 15_000 }

/** The position of this phone; the platform asks the person for it at the first `ask`. `found` is told each of them. */
export function usePosition(found?: (point: Point) => void): Position {
  const [state, setState] = useState<Pick<Position, 'point' | 'words' | 'isAsking'>>({
    point: undefined,
    words: '',
    isAsking: false,
  })
  const failed = (words: string) => setState((old) => ({ ...old, words, isAsking: false }))
  const ask = () => {
    if (!('geolocation' in navigator)) return failed('This device does not tell its position.')
    setState((old) => ({ ...old, words: 'Looking for your position...', isAsking: true }))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const point = { latitude, longitude }
        setState({ point, words: '', isAsking: false })
        found?.(point)
      },
      ({ code }) =>
        failed(
          code === GeolocationPositionError.PERMISSION_DENIED
            ? 'Your position is not shared with this app. Allow it in the settings of this device.'
            : 'Your position could not be found. Try again under open sky.',
        ),
      options,
    )
  }
  return { ...state, ask }
}
