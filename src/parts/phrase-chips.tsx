import { useMemo } from 'react'
import type { Phrase } from '../contract/code.ts'
import type { Pull } from '../db/database.ts'
import { townPhrases } from '../records/code.ts'
import { queryName } from '../records/query.ts'
import { dayMs } from '../rules/dates.ts'
import { type OfferedPhrase, phrasesAt, type SeenWords, stillOffered } from '../rules/phrases.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useValue } from '../sync/react/hooks.ts'
import { useTakesOurs } from '../sync/react/kept-here.ts'
import { useLive } from '../sync/react/live.ts'
import { Icon } from '../ui/icon.tsx'
import { Chips } from './chips.ts'

const isOlder = (known: Pull | undefined, now: number) => known === undefined || Math.abs(now - known.at) > dayMs

interface Props {
  room: string
  /** The sections chosen so far. */
  codes: readonly number[]
  /** The text typed so far: phrases that are already in it are not offered. */
  typed: string
  seen: readonly SeenWords[]
  onChoose: (phrase: OfferedPhrase) => void
}

/** Phrases that are often written in such a room or with such a section: one tap instead of typing. */
export function PhraseChips({ room, codes, typed, seen, onChoose }: Props) {
  const { device } = useEngine()
  // The list hardly changes. It is requested if this device has none of today, and when the day is prepared.
  const isOld = useLive(async (db) => isOlder(await db.pulls.get(queryName(townPhrases())), device.now()), [])
  const takesOurs = useTakesOurs() === true
  const town = useValue<Phrase[]>(townPhrases(), takesOurs && isOld === true).value
  const phrases = useMemo(() => phrasesAt({ room, codes }, town ?? [], seen), [room, codes, town, seen])
  const offered = stillOffered(phrases, typed)
  if (offered.length === 0) return null
  return (
    <Chips role="group" aria-label="Phrases">
      {offered.map((it) => (
        <button key={it.text} type="button" onClick={() => onChoose(it)}>
          <Icon name="plus" size={16} />
          {it.text}
        </button>
      ))}
    </Chips>
  )
}
