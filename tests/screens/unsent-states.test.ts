import { expect, test } from 'vitest'
import type { EntryState, OutboxEntry } from '../../src/db/outbox.ts'
import { sealedText } from '../../src/rules/unsent-text.ts'
import { myWork } from '../../src/screens/dashboard/my-work-words.ts'
import { stateWords } from '../../src/screens/unsent/state-words.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-11-20T15:00:00Z')
const around = {
  status: { connection: 'online' as const, paused: null },
  isOtherTown: false,
  waits: { kind: 'nothing' as const },
  waitsForWords: null,
  now,
  doubtWaitMs: 120_000,
  zone,
}

/** An entry in a state; only what its words come from. */
const entry = (state: EntryState, more: Partial<OutboxEntry> = {}) => ({ state, nextAt: 0, ...more }) as OutboxEntry
const problem = (kind: string, detail: string) => ({ kind, detail }) as OutboxEntry['problem']

test('I17 Unsent work has words of its own for every state, and none of them says that it was sent', () => {
  const said = (
    [
      entry('waiting'),
      entry('sending'),
      entry('inDoubt', { sentAt: now - 60_000 }),
      entry('refused', { problem: problem('refused', 'Unit already exists') }),
      entry('held', { problem: problem('held', 'Of a newer version') }),
      entry('conflict', { problem: problem('changed', 'Status: Completed') }),
      entry('conflict', { problem: problem('doubt', 'Look at the list') }),
    ] as const
  ).map((it) => stateWords(it, around))
  expect(said.map(({ text, more, tone }) => [text, more, tone])).toEqual([
    ['Saved on this phone', 'Waiting for its turn', 'accent'],
    ['Sending', null, 'accent'],
    ['Not sure it arrived', 'Looking again at 10:01 AM', 'yellow'],
    ['Refused', 'Unit already exists', 'red'],
    ['Held back', 'Of a newer version', 'red'],
    ['Changed by somebody else', 'Status: Completed', 'red'],
    ['Not sure it arrived', 'Look at the list', 'red'],
  ])
  for (const { text } of said) expect(text).not.toMatch(/\bsent\b/i)
})

test('I17 waiting work says what it waits for: a sign-in, room, signal, the server, its next try', () => {
  const more = (status: Partial<(typeof around)['status']> | object, nextAt = 0) =>
    stateWords(entry('waiting', { nextAt }), { ...around, status: { ...around.status, ...status } }).more
  expect(more({ paused: 'signIn' })).toBe('Waiting for you to sign in')
  expect(more({ paused: 'storage' })).toBe('Waiting for free space on this phone')
  expect(more({ connection: 'noSignal' })).toBe('Waiting for signal')
  expect(more({ connection: 'serverDown' })).toBe('Waiting for the server, which is not answering')
  expect(more({}, now + 60_000)).toBe('Waiting: next try at 10:01 AM')
  expect(more({}, now + 500)).toBe('Waiting for its turn')
})

test('I17 an unknown outcome says when it is looked for again, and without signal no time', () => {
  const doubt = (sentAt: number, connection: 'online' | 'noSignal') =>
    stateWords(entry('inDoubt', { sentAt }), { ...around, status: { connection, paused: null } }).more
  expect(doubt(now - 200_000, 'online')).toBe('Looking again now')
  expect(doubt(now, 'online')).toBe('Looking again at 10:02 AM')
  expect(doubt(now, 'noSignal')).toBe('Looking again when there is signal')
  const unlisted = entry('inDoubt', { sentAt: now - 200_000, nextAt: now + 240_000 })
  expect(stateWords(unlisted, { ...around, status: { connection: 'online', paused: null } }).more).toBe(
    'Looking again at 10:04 AM',
  )
})

test('I17 work that waits for earlier work names it, and says when that needs the user', () => {
  const waitsFor = (state: EntryState, waitsForWords: string | null = 'Area Kitchen') =>
    stateWords(entry('waiting'), { ...around, waits: { kind: 'entry', entry: entry(state) }, waitsForWords }).more
  expect(waitsFor('waiting')).toBe('Waiting for “Area Kitchen” to be sent first')
  for (const state of ['refused', 'conflict', 'held'] as const)
    expect(waitsFor(state)).toBe('Waiting for “Area Kitchen”, which needs you')
  expect(waitsFor('waiting', null)).toBe('Waiting for “earlier work” to be sent first')
  const group = stateWords(entry('waiting'), { ...around, waits: { kind: 'group', count: 2 } }).more
  expect(group).toBe('Waiting for 2 earlier changes of this inspection to be sent first')
})

test('I17 sealed work is counted as not sent, on Unsent work and on Today', () => {
  expect(sealedText(1)).toBe('1 piece of work from an earlier sign-out is still sealed on this device, and not sent.')
  expect(sealedText(3)).toContain('3 pieces of work from an earlier sign-out are still sealed')
  const none = { waiting: 0, sending: 0, needsYou: 0, photosWaiting: 0, mayBeTwice: 0, lastSentAt: now, oldestAt: null }
  const today = myWork({ ...none, connection: 'online', paused: null, sealed: 2 }, zone)
  expect(today).toMatchObject({ text: '2 changes still sealed', tone: 'red', notes: ['Not sent yet.'] })
})
