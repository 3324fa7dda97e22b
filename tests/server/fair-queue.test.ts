import { expect, test } from 'vitest'
import { FairQueue } from '../../src/server/fair-queue.ts'

/** Work of a queue that ends when the test says so, and the order in which it began. */
const workshop = (limits: ConstructorParameters<typeof FairQueue>[0]) => {
  const queue = new FairQueue(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, turn: { weight?: number; gone?: AbortSignal } = {}) =>
    queue
      .run({ who: name[0] ?? '', weight: 1, ...turn }, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      })
      .catch(({ status, headers }: { status: number; headers: unknown }) => ({ status, headers }))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { start, end, begun, settle }
}

test('people take turns: a person with one file waits for at most one file of a person with many', async () => {
  const { start, end, begun, settle } = workshop({ room: 1, mostWaiting: 10 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) void start(name)
  await settle()
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a waiting person who leaves gives the place back, and none of their work is begun', async () => {
  const { start, end, begun, settle } = workshop({ room: 1, mostWaiting: 1 })
  const leaving = new AbortController()
  void start('a1')
  const left = start('b1', { gone: leaving.signal })
  expect(await start('c1')).toEqual({ status: 503, headers: { 'Retry-After': '15' } })
  leaving.abort()
  expect(await left).toMatchObject({ status: 499 })
  void start('c2')
  await settle()
  await end('a1')
  expect(begun).toEqual(['a1', 'c2'])
  expect(await start('d1', { gone: leaving.signal })).toMatchObject({ status: 499 })
})

test('a person who leaves lets a smaller one behind begin', async () => {
  const { start, begun, settle } = workshop({ room: 4, mostWaiting: 10 })
  const leaving = new AbortController()
  void start('a1', { weight: 2 })
  void start('b1', { weight: 4, gone: leaving.signal })
  void start('c1', { weight: 2 })
  await settle()
  expect(begun).toEqual(['a1'])
  leaving.abort()
  await settle()
  expect(begun).toEqual(['a1', 'c1'])
})

test('one person takes at most a share of the room, others overtake, and one large file always goes', async () => {
  const { start, end, begun, settle } = workshop({ room: 10, roomEach: 4, mostWaiting: 10 })
  void start('a1', { weight: 3 })
  void start('a2', { weight: 3 })
  void start('b1', { weight: 6 })
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})
