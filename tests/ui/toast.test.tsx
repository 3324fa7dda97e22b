import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let toast: typeof import('../../src/ui/toast.tsx')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.doMock('react', async (original) => ({
    ...(await original<object>()),
    useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  }))
  toast = await import('../../src/ui/toast.tsx')
})
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('react')
  vi.resetModules()
})

/** The messages in sight, from top to bottom. */
const shown = (): string[] =>
  [...renderToStaticMarkup(<toast.ToastHost />).matchAll(/<span>(.*?)<\/span>/g)].map(([, words = '']) => words)

test('no failure is lost unread: three are in sight, the others are counted and come as these are closed', () => {
  const closes = ['1', '2', '3', '4', '5', '6'].map((it) => toast.tellFailure(`Failure ${it}`))
  expect(shown()).toEqual(['3 more messages. Close one to see the next.', 'Failure 4', 'Failure 5', 'Failure 6'])
  for (const at of [5, 3]) closes[at]?.()
  expect(shown()).toEqual(['1 more message. Close one to see the next.', 'Failure 2', 'Failure 3', 'Failure 5'])
  for (const at of [4, 2]) closes[at]?.()
  expect(shown()).toEqual(['Failure 1', 'Failure 2'])
})

test('good news makes room for newer news, but never takes the place of a failure', () => {
  for (const it of ['1', '2', '3', '4']) toast.tell(`Saved ${it}`)
  expect(shown()).toEqual(['Saved 2', 'Saved 3', 'Saved 4'])
  toast.tellFailure('Failure')
  for (const it of ['5', '6', '7']) toast.tell(`Saved ${it}`)
  expect(shown()).toEqual(['Failure', 'Saved 6', 'Saved 7'])
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Failure'])
})

test('good news is seen also while failures wait to be read, and the next person sees neither', () => {
  for (const it of ['1', '2', '3', '4']) toast.tellFailure(`Failure ${it}`)
  toast.tell('Saved')
  expect(shown()).toEqual([
    '1 more message. Close one to see the next.',
    'Failure 2',
    'Failure 3',
    'Failure 4',
    'Saved',
  ])
  toast.closeMessages()
  expect(shown()).toEqual([])
})
