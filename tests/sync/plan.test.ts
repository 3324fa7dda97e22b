import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryState, OutboxEntry, RowName } from '../../src/db/outbox.ts'
import { type Planned, readyEntries } from '../../src/sync/deliver/plan.ts'
import { newEntry } from '../../src/sync/entry/new-entry.ts'

const entry = (changes: Partial<OutboxEntry> & { seq: number }): Planned => ({
  entry: {
    ...newEntry({
      ...{ command: 'POST /areas/:areaId/observations', version: 1, params: {}, body: {} },
      ...{ capturedAt: 0, clockOffsetMs: 0, userId: 1 },
    }),
    key: `key ${changes.seq}`,
    touches: [`observation:-${changes.seq}`],
    ...changes,
  },
  dedupeKey: '',
})
const ready = (planned: Planned[], known: RowName[] = [], now = 1000) =>
  readyEntries(planned, new Set(known), now).map((it) => it.entry.seq)

test('I5 two changes of one row go one after the other, in the order of the taps', () => {
  const row: RowName[] = ['observation:7']
  expect(ready([entry({ seq: 1, touches: row }), entry({ seq: 2, touches: row })])).toEqual([1])
  expect(ready([entry({ seq: 1, touches: row, state: 'refused' }), entry({ seq: 2, touches: row })])).toEqual([])
})

test('I7 a refused entry holds back only entries that depend on it', () => {
  const planned = [
    entry({ seq: 1, touches: ['area:-1'], state: 'refused' }),
    entry({ seq: 2, needs: ['area:-1'] }),
    ...Array.from({ length: 498 }, (_, at) => entry({ seq: at + 3 })),
  ]
  expect(ready(planned)).toHaveLength(498)
})

test('I4 an entry that refers to a record without a server id waits for it', () => {
  expect(ready([entry({ seq: 2, needs: ['area:-1'] })])).toEqual([])
  expect(ready([entry({ seq: 2, needs: ['area:-1'] })], ['area:-1'])).toEqual([2])
})

test('I6 a barrier waits for its whole group and lets nothing of it overtake', () => {
  const group = 'inspection:7'
  const planned = [
    entry({ seq: 1, group }),
    entry({ seq: 2, group, barrier: true }),
    entry({ seq: 3, group }),
    entry({ seq: 4 }),
  ]
  expect(ready(planned)).toEqual([1, 4])
  expect(ready(planned.slice(1))).toEqual([2, 4])
  expect(ready(planned.slice(2))).toEqual([3, 4])
})

test('I2 a twin waits while the other is on its way or in doubt', () => {
  const twin = { dedupeKey: 'same' }
  const planned = (state: EntryState) => [
    { ...entry({ seq: 1, state }), ...twin },
    { ...entry({ seq: 2 }), ...twin },
  ]
  expect(ready(planned('sending'))).toEqual([])
  expect(ready(planned('inDoubt'))).toEqual([])
  expect(ready(planned('waiting'))).toEqual([1])
})

test('an entry is not sent before its time', () => {
  expect(ready([entry({ seq: 1, nextAt: 1001 })])).toEqual([])
  expect(ready([entry({ seq: 1, nextAt: 1000 })])).toEqual([1])
})

test('I3 I5 I6 repeatedly sending the ready entries of any outbox sends all, each row and group in order', () => {
  const some = fc.record({
    row: fc.integer({ min: 1, max: 5 }),
    group: fc.integer({ min: 0, max: 3 }),
    barrier: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (entries) => {
      let left = entries.map(({ row, group, barrier }, at) =>
        entry({
          seq: at + 1,
          touches: [`observation:${row}`],
          group: group ? `inspection:${group}` : '',
          barrier: barrier && group > 0,
        }),
      )
      const order: number[] = []
      while (left.length > 0) {
        const go = ready(left)
        expect(go.length).toBeGreaterThan(0)
        order.push(...go)
        left = left.filter((it) => !go.includes(it.entry.seq))
      }
      for (const [at, it] of entries.entries()) {
        for (const [before, other] of entries.slice(0, at).entries()) {
          const bound =
            other.row === it.row || (it.group > 0 && it.group === other.group && (it.barrier || other.barrier))
          if (bound) expect(order.indexOf(before + 1)).toBeLessThan(order.indexOf(at + 1))
        }
      }
    }),
  )
})
