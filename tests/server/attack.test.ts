import { expect, inject, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { attack } from '../attack/attack.ts'

/** Another seed gives other requests. Every run of the tests uses this one. */
const seed = Number(process.env.ATTACK_SEED ?? 20261122)
const requests = Number(process.env.ATTACK_REQUESTS ?? 12_000)

/**
 * Calls that succeed only with what the town holds just then (versions, numbers of records of one kind) or with a valid
 * file. Hostile bodies are sent to them too, but a generated one is never accepted.
 */
const ofContext = ['X93', 'X94', 'X96', 'X100', 'X101', 'X103', 'X104', 'X105', 'X106', 'X108']

test('12,000 hostile requests over all calls, of every role and of nobody: none is a failure of the server', async () => {
  const outcome = await attack(inject('postgresUrls').packaged, { seed, from: 0, to: requests })
  expect(outcome.failures.join('\n\n')).toBe('')
  // If this happened often, an attack could fill the queue.
  expect(outcome.busy).toBeLessThan(requests / 500)
  expect(outcome.sent).toBe(requests)
  // If all requests were refused at once, nothing behind the first check would be tested.
  expect(outcome.reached.size).toBeGreaterThan((calls.length - ofContext.length) * 0.8)
}, 600_000)
