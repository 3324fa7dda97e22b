import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanes } from '../../src/server/batch-lanes.ts'

interface Call {
  id: number
  lane: string | null
  turns: number
}

const calls = fc
  .array(fc.record({ lane: fc.constantFrom(null, 'a', 'b', 'c', 'd', 'e', 'f'), turns: fc.nat(4) }), { maxLength: 40 })
  .map((all) => all.map((it, id): Call => ({ ...it, id })))

/** Carries out the calls and notes when each began and ended. */
async function run(all: readonly Call[], failing: readonly number[] = []) {
  const log: { id: number; began: number; ended: number }[] = []
  let clock = 0
  let active = 0
  let most = 0
  const work = async (call: Call) => {
    const began = clock++
    most = Math.max(most, ++active)
    for (let n = 0; n < call.turns; n++) await turn()
    active--
    log.push({ id: call.id, began, ended: clock++ })
    if (failing.includes(call.id)) throw new Error(`Call ${call.id}`)
    return call.id
  }
  const answers = await inLanes(all, (it) => it.lane, work).catch((error: Error) => error)
  return { answers, most, stillActive: active, at: new Map(log.map((it) => [it.id, it])) }
}

test('P7 answers come in the order of the calls, calls of a lane keep theirs, and a call without a lane runs alone', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (all) => {
      const { answers, most, at } = await run(all)
      expect(answers).toEqual(all.map((it) => it.id))
      expect(most).toBeLessThanOrEqual(4)
      for (const [place, later] of all.entries())
        for (const earlier of all.slice(0, place)) {
          const isOrdered = earlier.lane === null || later.lane === null || earlier.lane === later.lane
          if (isOrdered) expect(at.get(earlier.id)!.ended).toBeLessThan(at.get(later.id)!.began)
        }
    }),
  )
})

test('P7 creates of different parents run side by side', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((lane, id) => ({ lane, id, turns: 3 }))
  expect((await run(all)).most).toBe(4)
})

test('P7 an error is thrown only when nothing runs any more', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((lane, id) => ({ lane, id, turns: id }))
  const { answers, stillActive } = await run(all, [0])
  expect(answers).toEqual(new Error('Call 0'))
  expect(stillActive).toBe(0)
})
