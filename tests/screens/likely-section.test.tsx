import { renderToStaticMarkup } from 'react-dom/server'
import type { UseFormReturn } from 'react-hook-form'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ObservationDraft } from '../../src/parts/observation-form.tsx'
import { held } from '../harness/held.ts'

/** The section of the prompt, while it is looked up. */
let guess: ReturnType<typeof held<number | null>>
let saved: unknown[]
let draft: ObservationDraft
let useObservationDraft: typeof import('../../src/parts/observation-form.tsx').useObservationDraft

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device: { db: {} } }) },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async (_command: unknown, _params: unknown, body: unknown) => saved.push(body),
  },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7 }), useLive: () => undefined },
  '../../src/parts/photo-intake.tsx': { usePhotoIntake: () => ({ isEmpty: () => true, photos: [] }) },
  '../../src/parts/kept-form.tsx': {
    useKeptForm: (form: UseFormReturn, { blank }: { blank: object }) => ({
      isAsking: false,
      // As the real one: the form is blank at once, and the record is stored after that.
      async finishWith(store: () => Promise<unknown>) {
        form.reset(blank)
        return store()
      },
    }),
  },
  // The fields are not drawn here.
  '../../src/parts/camera-button.tsx': {},
  '../../src/parts/code-choice.tsx': {},
  '../../src/parts/phrase-chips.tsx': {},
  '../../src/parts/use-save.ts': { saved: (act: () => Promise<unknown>) => act() },
  '../../src/parts/likely-code.ts': { likelyCodeOf: () => guess.work() },
  '../../src/ui/toast.tsx': { tell: () => undefined },
}

beforeAll(async () => {
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  useObservationDraft = (await import('../../src/parts/observation-form.tsx')).useObservationDraft
}, 60_000)
afterAll(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})
beforeEach(() => {
  guess = held()
  saved = []
  const Form = () => {
    draft = useObservationDraft(4)
    return null
  }
  renderToStaticMarkup(<Form />)
  // Effects, by which a form learns that it is on a page, do not run here.
  draft.form.control._state.mount = true
})

const blank = { content: '', potentialvio: false, codes: [] }

test('AR-10 a section that is found after Save does not get into the next observation, nor flag it', async () => {
  const begun = draft.begin('Sink drains')
  await draft.save()
  expect(saved).toMatchObject([{ content: 'Problem: Sink drains', potentialvio: true }])
  expect(draft.form.getValues()).toEqual(blank)
  guess.end(1)
  await begun
  expect(draft.form.getValues()).toEqual(blank)
})

test('AR-10 a section that is found late does not tick a flag again that was unticked meanwhile', async () => {
  const begun = draft.begin('Sink drains')
  draft.form.setValue('potentialvio', false)
  guess.end(1)
  await begun
  expect(draft.form.getValues()).toMatchObject({ potentialvio: false, codes: [] })
})

test('AR-10 the section of a prompt is added to its observation, whatever is typed meanwhile', async () => {
  const begun = draft.begin('Sink drains')
  draft.form.setValue('content', 'Problem: Sink drains\nSlowly')
  guess.end(1)
  await begun
  expect(draft.form.getValues()).toMatchObject({ potentialvio: true, codes: [1] })
})
