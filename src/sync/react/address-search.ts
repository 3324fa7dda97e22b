import { useEffect, useState } from 'react'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { CallError, type Problem } from '../transport/problem.ts'
import { useEngine } from './engine.ts'

/** The delay between the last key and the search (ms) (GS-03). */
const searchDelayMs = 250

/** Addresses for a search box, from the device's own book. */
export function useAddressSearch(
  typed: string,
  limit = 10,
  delayMs = searchDelayMs,
): { results: AddressLine[]; problem: Problem | undefined; searching: boolean } {
  const { book } = useEngine()
  const text = typed.trim()
  const [found, setFound] = useState<{ text: string; results: AddressLine[]; problem?: Problem }>({
    text: '',
    results: [],
  })
  const isLongEnough = text.length >= 2
  useEffect(() => {
    if (!isLongEnough) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      book.find(text, limit, control.signal).then(
        ({ results }) => setFound({ text, results }),
        (error: unknown) => {
          if (control.signal.aborted) return
          if (error instanceof CallError) setFound({ text, results: [], problem: error.problem })
          else throw error
        },
      )
    }, delayMs)
    return () => {
      control.abort()
      clearTimeout(timer)
    }
  }, [book, text, isLongEnough, limit, delayMs])
  // Not by resetting what was found: at the start that would be a rendering more.
  if (!isLongEnough) return { results: [], problem: undefined, searching: false }
  return { results: found.results, problem: found.problem, searching: found.text !== text }
}
