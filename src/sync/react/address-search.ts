import { useEffect, useState } from 'react'
import { addressMatches } from '../../rules/address-match.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import type { AddressesFound } from '../online/town-book.ts'
import { CallError, type Problem } from '../transport/problem.ts'
import { useEngine } from './engine.ts'
import { onSignalAgain } from './hooks.ts'

/** The delay between the last key and the search (ms) (GS-03). */
const searchDelayMs = 250

interface Found {
  text: string
  results: AddressLine[]
  problem?: Problem
  isPartial?: boolean
}

/** What a search box shows. */
export interface FoundAddresses {
  results: AddressLine[]
  problem: Problem | undefined
  searching: boolean
  /** Only the addresses opened on this device were searched, because the office did not answer. */
  isPartial: boolean
}

const nothing: Found = { text: '', results: [] }

/**
 * Addresses for a search box: from the device's own book, with more of the office as soon as it answers; else from the
 * office, else those opened on this device.
 */
export function useAddressSearch(typed: string, limit = 10, delayMs = searchDelayMs): FoundAddresses {
  const { book } = useEngine()
  const text = typed.trim()
  const [found, setFound] = useState<Found>(nothing)
  const isLongEnough = text.length >= 2
  // Without signal the answer may be none or only a part: it is asked for again when the signal returns.
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is the wish to ask again
  useEffect(() => {
    if (!isLongEnough) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      const show = (found: AddressesFound | null | undefined) => {
        if (found && !control.signal.aborted)
          setFound({ text, results: found.results, isPartial: found.source === 'opened' })
      }
      book
        .find(text, limit, control.signal)
        .then((found) => {
          show(found)
          return found.more?.then(show)
        })
        .catch((error: unknown) => {
          if (control.signal.aborted) return
          if (error instanceof CallError) setFound({ text, results: [], problem: error.problem })
          else throw error
        })
    }, delayMs)
    return () => {
      control.abort()
      clearTimeout(timer)
    }
  }, [book, text, isLongEnough, limit, delayMs, turn])
  const isNow = found.text === text
  const isPartial = isNow && found.isPartial === true
  const isLacking = isPartial || (isNow && found.problem !== undefined)
  useEffect(() => (isLacking ? onSignalAgain(() => setTurn((it) => it + 1)) : undefined), [isLacking])
  useEffect(() => {
    // The next text must not begin with what was found for one from before. At the start there is nothing to take away,
    // and setting the same would render once more.
    if (!isLongEnough && found !== nothing) setFound(nothing)
  }, [isLongEnough, found])
  return {
    // Until there is an answer, those of the text before that fit this one too.
    results: isNow ? found.results : found.results.filter((it) => addressMatches(it, text)),
    problem: isNow ? found.problem : undefined,
    searching: isLongEnough && !isNow,
    isPartial,
  }
}
