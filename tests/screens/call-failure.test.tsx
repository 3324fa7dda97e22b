import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Problem } from '../../src/sync/transport/problem.ts'

test('why a call failed is said in sentences with one full stop each, whatever the server wrote', async () => {
  vi.resetModules()
  vi.doMock('../../src/ui/states.tsx', () => ({
    ErrorLine: ({ message, hint }: { message: string; hint?: string }) => `${message}: ${hint}`,
    Note: () => null,
  }))
  vi.doMock('../../src/sync/react/hooks.ts', () => ({ useSyncStatus: () => ({}) }))
  vi.doMock('../../src/sync/react/signal-asked.ts', () => ({ useSignalAsked: () => undefined }))
  const { CallFailure } = await import('../../src/parts/online-only.tsx')
  const said = (problem: Problem) =>
    renderToStaticMarkup(
      <CallFailure failed="Failed" of={{ kind: 'failed', problem, mayHaveArrived: false }} nothingTyped />,
    )
  const refused = (detail: string) => said({ kind: 'refused', status: 409, detail })
  expect(refused('Somebody else was faster. Nothing was changed.')).toBe(
    'Failed: Somebody else was faster. Nothing was changed.',
  )
  expect(refused('Not allowed')).toBe('Failed: Not allowed.')
  expect(refused('Is it there?')).toBe('Failed: Is it there?')
  expect(said({ kind: 'noSignal' })).toBe('Failed: No signal. Nothing was changed. Try again.')
  for (const path of ['ui/states.tsx', 'sync/react/hooks.ts', 'sync/react/signal-asked.ts'])
    vi.doUnmock(`../../src/${path}`)
  vi.resetModules()
})
