import { chakra } from '@chakra-ui/react/styled-system'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEventHandler, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { partialNote } from '../parts/address-note.ts'
import { addressGoal, goalsByNumber, goalsOfDevice, recentGoals, rememberGoal } from '../records/go-to.ts'
import { type Goal, goalsFound, mergedGoals, numberIn, searchedGoal } from '../rules/go-to.ts'
import { type FoundAddresses, useAddressSearch } from '../sync/react/address-search.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLive, useUser } from '../sync/react/live.ts'
import { useLiveNow } from '../sync/react/live-now.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { groupsFor } from './entries.ts'
import { goToKeys, takeTyped } from './go-to-keys.ts'

const Body = chakra('div', {
  base: {
    // Room for the list that drops from the field.
    minHeight: '20rem',
    '& p': { color: 'fg.muted', fontSize: 'sm', paddingTop: 2 },
  },
})

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 3,
    lineHeight: 1.35,
    '& > strong': { fontWeight: 'medium', overflowWrap: 'anywhere' },
    '& > small': { color: 'fg.muted', fontSize: 'sm' },
    '& > span': { gridColumn: '1 / -1', color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
    '@media (max-width: 18rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

/** The most addresses among the results. */
const mostAddresses = 6

/** Any page, address, person, business, licence or case number, typed in any order; recent ones first. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const { db } = useEngine().device
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    // The dialog opens with the focus on its first button.
    input.current?.focus()
    const typed = takeTyped()
    if (typed) setText(typed)
  }, [])
  const { goals, note, isLooking } = useGoals(text)
  const holdEnter = useHeldEnter(input, text, isLooking)
  const open = (goal: Goal) => {
    void rememberGoal(db, goal)
    onClose()
    router.history.push(goal.path)
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <Body onKeyDownCapture={holdEnter}>
        <Combobox
          label="Go to"
          inputRef={input}
          placeholder="Page, address, person or number..."
          text={text}
          onText={setText}
          options={goals}
          isOpen
          marksFirst
          onEscape={onClose}
          keyOf={({ path }) => path}
          show={(goal) => <GoalLine goal={goal} />}
          onChoose={open}
          note={note}
        />
        <p>{goToKeys()} opens this from any page.</p>
      </Body>
    </Dialog>
  )
}

function GoalLine({ goal: { title, kind, detail } }: { goal: Goal }) {
  return (
    <Line>
      <strong>{title}</strong>
      <small>{kind}</small>
      {detail && <span>{detail}</span>}
    </Line>
  )
}

/**
 * Holds back Enter while the typed number is looked for, and presses it again once its record is known: until then
 * the first result may be another one.
 */
function useHeldEnter(input: RefObject<HTMLInputElement | null>, text: string, isHeld: boolean): KeyboardEventHandler {
  const heldFor = useRef<string>(null)
  useEffect(() => {
    if (isHeld || heldFor.current === null) return
    const isSame = heldFor.current === text
    heldFor.current = null
    if (isSame) input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  }, [input, text, isHeld])
  return (event) => {
    if (!isHeld || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    heldFor.current = text
  }
}

interface Goals {
  goals: Goal[]
  note: string | undefined
  /** The device is still looking for records with the typed number. */
  isLooking: boolean
}

/** The results for a text, and a note beside them. */
function useGoals(text: string): Goals {
  const { role } = useUser()
  const typed = text.trim()
  const recent = useLive((db) => recentGoals(db), [])
  const known = useLive((db) => goalsOfDevice(db), [])
  const numbered = useNumbered(typed)
  // Without a delay, because the device usually answers.
  const { results, searching, problem, isPartial } = useAddressSearch(typed, mostAddresses, 0)
  const pages = useMemo(() => pagesFor(role), [role])
  const found = useMemo(() => {
    if (typed === '') return recent ?? []
    const addresses = results.map(addressGoal)
    const lately = goalsFound(recent ?? [], typed)
    const records = goalsFound(known ?? [], typed)
    return mergedGoals(numbered ?? [], lately, goalsFound(pages, typed), addresses, records)
  }, [typed, recent, known, numbered, results, pages])
  const isLooking = numbered === undefined
  const isReading = recent === undefined || known === undefined || searching || isLooking
  return {
    goals: found,
    isLooking,
    note: noteFor({ typed, count: found.length, isReading, isFailed: problem !== undefined, isPartial }),
  }
}

/** Records with a typed number; undefined until they are read, because those of the text before have another number. */
function useNumbered(typed: string): Goal[] | undefined {
  const read = useLiveNow((db) => goalsByNumber(db, typed), [typed])
  return numberIn(typed) === null ? none : read
}

const none: Goal[] = []

interface Now extends Pick<FoundAddresses, 'isPartial'> {
  typed: string
  count: number
  isReading: boolean
  isFailed: boolean
}

const noteFor = (now: Now): string | undefined => {
  if (now.count > 0) return now.isPartial ? partialNote : undefined
  if (now.isReading) return 'Searching...'
  if (now.typed === '')
    return 'Type a page, an address, a name or a number. The pages you opened last will be listed here.'
  return now.isFailed
    ? 'Nothing found on this device. Addresses are searched at the office when there is signal.'
    : 'Nothing found'
}

/** Pages that are not in the sidebar. */
const otherPages: readonly (readonly [title: string, path: string, more: string])[] = [
  ['Prepare for the field', '/field', 'download offline day pack'],
  ['Unsent work', '/unsent', 'waiting outbox send'],
  ['This device', '/device', 'storage reminders phone settings'],
  ['Help', '/help', 'how to'],
  ['About', '/about', 'version'],
  ['Software and licences', '/software', 'open source'],
  ['Due List', '/due-list', 'overdue today'],
  ['Complaint by phone', '/complaint-by-phone', 'new call telephone caller'],
]

const pagesFor = (role: number | null | undefined) => [
  ...groupsFor(role)
    .flatMap(({ entries }) => entries)
    .map(({ title, to }) => searchedGoal({ path: to, kind: 'Page', title, detail: '' })),
  ...otherPages.map(([title, path, more]) => searchedGoal({ path, kind: 'Page', title, detail: '' }, more)),
]
