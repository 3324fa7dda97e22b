import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Point } from '../../rules/day-plan.ts'
import { useLive } from '../../sync/react/live.ts'

/** Where I stand, asked of the phone when it is first wanted. */
interface Here {
  point: Point | undefined
  isWanted: boolean
  /** Why there is no point, or that it is being looked for; '' otherwise. */
  words: string
  ask: () => void
  forget: () => void
}

/** A fix of a minute ago is near enough to order a round by; a cold receiver needs some seconds (ms). */
const options: PositionOptions = { maximumAge: 60_000, timeout: 15_000 }

/** The position of this phone; the platform asks the person for it at the first `ask`. */
export function useHere(): Here {
  const [state, setState] = useState<{ point?: Point; isWanted: boolean; words: string }>({
    isWanted: false,
    words: '',
  })
  const failed = (words: string) => setState({ isWanted: false, words })
  const ask = () => {
    if (!('geolocation' in navigator)) return failed('This phone does not tell its position.')
    setState((old) => ({ ...old, isWanted: true, words: 'Looking for your position...' }))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setState({ point: { latitude, longitude }, isWanted: true, words: '' }),
      ({ code }) =>
        failed(
          code === GeolocationPositionError.PERMISSION_DENIED
            ? 'Your position is not shared with this app. Allow it in the phone’s settings to order stops by distance.'
            : 'Your position could not be found. The stops stay in the order of their times.',
        ),
      options,
    )
  }
  return { point: state.point, isWanted: state.isWanted, words: state.words, ask, forget: () => failed('') }
}

/** The places of addresses that this phone knows, by the address's id. */
export type Places = ReadonlyMap<Id, Point>

/** What a stop says of its address: an inspection brings the place along, a violation only the number. */
export interface Placed {
  address_id?: Id | null | undefined
  address?: Partial<Record<keyof Point, number | null | undefined>> | null | undefined
}

const pointIn = (row: Placed['address']): Point | undefined =>
  row?.latitude != null && row.longitude != null ? { latitude: row.latitude, longitude: row.longitude } : undefined

/** The addresses of these records, each once and in one order. */
export const addressIds = (records: readonly Placed[]): Id[] =>
  [...new Set(records.flatMap(({ address_id }) => address_id ?? []))].sort((a, b) => a - b)

/** Where the addresses of these records are: as the records say, else as far as this phone holds the address. */
export function usePlaces(records: readonly Placed[]): Places {
  const known = new Map<Id, Point>()
  for (const { address_id, address } of records) {
    const point = pointIn(address)
    if (address_id && point) known.set(address_id, point)
  }
  const wanted = addressIds(records).filter((id) => !known.has(id))
  const found = useLive(
    async (db) => {
      const rows = await db.rows('address').bulkGet(wanted)
      return rows.flatMap((row): [Id, Point][] => {
        const point = pointIn(row)
        return row && point ? [[row.id, point]] : []
      })
    },
    [wanted.join()],
  )
  for (const [id, point] of found ?? []) known.set(id, point)
  return known
}
