import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Violation } from '../../src/contract/violation.ts'
import { LetterNotWritten } from '../../src/sync/device/write-letter.ts'

/** What happens when the notice is made from this device. */
let making: 'fails' | 'works'
let writing: Error | null
let failures: string[]
let saved: string[]
/** An error that is thrown on, to be reported as a bug. */
let bug: unknown
/** The buttons of the sheet: whether each may be tapped, and what it does. */
let buttons: Map<string, { disabled: boolean; tap: () => void }>
/** The state of the sheet between two renderings. */
let states: unknown[]
let isFirst: boolean

const notice = { letter: { title: 'Notice of Violation 1' }, lacks: [], isPartial: false }

/** As the `then` of a promise, whose rethrown error would end the test. */
function settle(made: (it: typeof notice) => void, failed: (error: Error) => void): void {
  try {
    if (making === 'works') made(notice)
    else failed(new TypeError('a bug'))
  } catch (error) {
    bug = error
  }
}

const modules = {
  'react-dom': { createPortal: () => null },
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device: {}, town: {} }) },
  '../../src/sync/react/hooks.ts': { usePull: () => undefined },
  '../../src/sync/react/live.ts': { useLive: () => true },
  '../../src/screens/violations/notice-letter.ts': {
    noticeHere: () => Object.fromEntries([['then', settle]]),
  },
  '../../src/sync/device/write-letter.ts': {
    LetterNotWritten,
    LetterWriter: class {
      close() {}
      async write() {
        if (writing) throw writing
        return { bytes: new Uint8Array(1), lacking: 0 }
      }
    },
  },
  '../../src/ui/toast.tsx': { tell: () => undefined, tellFailure: (text: string) => failures.push(text) },
  '../../src/ui/save-as.ts': { saveAs: (_: File, name: string) => saved.push(name) },
  '../../src/ui/dialog.tsx': { Dialog: ({ children }: { children: ReactNode }) => children },
  '../../src/ui/fields.tsx': { CheckField: () => null },
  '../../src/ui/letter-view.tsx': { LetterView: () => 'The letter' },
  '../../src/ui/button.tsx': {
    Button({ children, disabled = false, onClick }: { children: string; disabled?: boolean; onClick: () => void }) {
      buttons.set(children, { disabled, tap: onClick })
    },
    IconButton: () => null,
  },
}

beforeEach(() => {
  making = 'works'
  writing = null
  failures = []
  saved = []
  bug = undefined
  buttons = new Map()
  states = []
  isFirst = true
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of ['react', ...Object.keys(modules)]) vi.doUnmock(path)
  vi.resetModules()
})

/** The sheet once the notice was made, or was not. */
async function sheet(): Promise<string> {
  let at = 0
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useState(first: unknown) {
      const own = at++
      if (own >= states.length) states.push(first)
      return [states[own], (next: unknown) => (states[own] = next)]
    },
    useEffect: (act: () => void) => void (isFirst && act()),
  }))
  const { NoticeSheet } = await import('../../src/screens/violations/notice-sheet.tsx')
  const violation = { id: 1, address_id: 3 } as Violation
  const shown = () => {
    at = 0
    return renderToStaticMarkup(<NoticeSheet violation={violation} onClose={() => undefined} />)
  }
  shown()
  isFirst = false
  return shown()
}

test('VD-13 a notice that this device cannot make says so, loses nothing, and offers no file; the bug is not hidden', async () => {
  making = 'fails'
  const shown = await sheet()
  expect(shown).toContain('The notice could not be made from this device.')
  expect(shown).toContain('Nothing was lost. Close this and try again.')
  expect(shown).not.toContain('Reading this device')
  expect([...buttons].map(([name, { disabled }]) => [name, disabled])).toEqual(
    ['Print', 'Share', 'PDF', 'Word'].map((name) => [name, true]),
  )
  expect(bug).toBeInstanceOf(TypeError)
})

test('VD-13 a file of the notice whose code is not on the device yet says what to do, and nothing is saved', async () => {
  writing = new LetterNotWritten('no code')
  expect(await sheet()).toContain('The letter')
  buttons.get('PDF')?.tap()
  await vi.waitFor(() =>
    expect(failures).toEqual(['The notice could not be made. Open the app once with signal, then try again.']),
  )
  expect(saved).toEqual([])
  writing = null
  buttons.get('Word')?.tap()
  await vi.waitFor(() => expect(saved).toEqual(['violation_notice_1.docx']))
})
