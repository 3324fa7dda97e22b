import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { lineInBook } from '../db/address-book.ts'
import { addressLabel } from '../rules/address-text.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { nearText, type Point } from '../rules/point.ts'
import { townMapOf } from '../sync/online/town-map.ts'
import { useEngine } from '../sync/react/engine.ts'
import { Button } from '../ui/button.tsx'
import { usePosition } from './use-position.ts'

/** Addresses offered at once. */
const shownLimit = 5

const List = chakra('ul', {
  base: {
    '& > li': { borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li > button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 3,
      width: '100%',
      minHeight: { base: '56px', lg: '40px' },
      textAlign: 'start',
      overflowWrap: 'anywhere',
    },
    '& > li > button:hover': { background: 'bg.subtle' },
    '& > li > button > span': { color: 'fg.muted', fontSize: 'sm', whiteSpace: 'nowrap' },
  },
})

type Near = { line: AddressLine; miles: number }

interface Props {
  /** The place; absent: the person's position. */
  from?: Point
  onChoose: (address: AddressLine) => void
}

/** The addresses nearest to a place or to the person, from this device's own book, so it works without signal. */
export function NearAddresses({ from, onChoose }: Props) {
  const { db } = useEngine().device
  const [near, setNear] = useState<Near[]>()
  const [problem, setProblem] = useState('')
  const { point: here, words, isAsking, ask } = usePosition()
  // It was opened by a tap, which is when the platform may ask.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => (from ? undefined : ask()), [])
  const latitude = from?.latitude ?? here?.latitude
  const longitude = from?.longitude ?? here?.longitude
  useEffect(() => {
    // A problem stays until the person tries again.
    if (problem || latitude === undefined || longitude === undefined) return
    let isWanted = true
    const look = async () => {
      const town = townMapOf(db.name)
      const { places } = await town.open()
      if (places === 0) return isWanted && setProblem(noPlaces)
      const found = await town.nearest({ latitude, longitude }, shownLimit)
      const lines = await Promise.all(
        found.map(async ({ id, miles }) => ({ line: (await lineInBook(db, id)) ?? { id }, miles })),
      )
      if (isWanted) setNear(lines)
    }
    look().catch(() => isWanted && setProblem('The nearest addresses could not be looked up on this device.'))
    return () => {
      isWanted = false
    }
  }, [db, latitude, longitude, problem])
  const tryAgain = () => {
    setProblem('')
    if (!from) ask()
  }
  const said = problem || words || (near ? '' : 'Looking up the nearest addresses...')
  return (
    <div>
      {said && (
        <p role="status">
          {said}{' '}
          {!isAsking && (problem || words) && (
            <Button kind="quiet" onClick={tryAgain}>
              Try again
            </Button>
          )}
        </p>
      )}
      {near?.length === 0 && !problem && <p role="status">No address of the town is within a mile.</p>}
      {near && near.length > 0 && (
        <List aria-label="Nearest addresses">
          {near.map(({ line, miles }) => (
            <li key={line.id}>
              <button type="button" onClick={() => onChoose(line)}>
                {addressLabel(line) || `Address #${line.id}`}
                <span>{nearText(miles)}</span>
              </button>
            </li>
          ))}
        </List>
      )}
    </div>
  )
}

const noPlaces =
  'The address book on this device does not say where its addresses are. Prepare for the field fetches it again.'
