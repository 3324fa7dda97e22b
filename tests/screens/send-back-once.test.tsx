import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import { lastSentBack } from '../../src/rules/send-back.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { keepDraft } from '../../src/sync/entry/drafts.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
const inspection = { id: 9, source: 'Complaint', address_id: 3, status: 'Under Review' } as Inspection
/** What was typed for the inspector. */
const words = 'Photograph the roof'
let sendBack: () => Promise<void>

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device }) },
  '../../src/sync/react/forms.ts': { useDraft: () => ({ restored: { words }, save() {}, async clear() {} }) },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => (command: never, params: never, body: never, extra: never) =>
      perform(device, command, params, body, extra),
  },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role: 2 }) },
  '../../src/parts/use-save.ts': { saved: (save: () => Promise<unknown>) => save().catch(() => null), tellSaved() {} },
  '../../src/screens/inspections/finish-facts.ts': { useMayComplete: () => async () => true },
  '../../src/ui/url-state.ts': { useUrlState: () => ['', () => {}] },
  '../../src/ui/use-dirty.ts': { useDirtyMark() {} },
  '../../src/ui/fields.tsx': { TextAreaField: () => null },
  '../../src/ui/form.tsx': {
    Form(props: { onSubmit: () => Promise<void>; children: ReactNode }) {
      sendBack = props.onSubmit
      return null
    },
  },
}

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  await device.db.rows('inspection').put(inspection)
  await keepDraft(device.db, { form: 'decision/inspection:9', values: { words }, savedAt: 1 })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

/** Opens the page, as after a reload. */
async function open(shown = inspection): Promise<void> {
  const { ReviewDecision } = await import('../../src/screens/inspections/review-decision.tsx')
  renderToStaticMarkup(<ReviewDecision inspection={shown} next={null} />)
}

const entries = async () => (await device.db.outbox.orderBy('seq').toArray()).map((it) => it.body)

test('I2 I8 words for the inspector are stored once with the status, though the status failed and the page was reloaded', async () => {
  await open()
  const isFull = () => {
    throw new DOMException('No room', 'QuotaExceededError')
  }
  device.db.rows('inspection').hook('updating', isFull)
  await sendBack()
  device.db.rows('inspection').hook('updating').unsubscribe(isFull)
  expect(await entries()).toEqual([])
  expect(await device.db.drafts.count()).toBe(1)

  await open()
  await sendBack()
  expect(await device.db.drafts.count()).toBe(0)
  const observed_at = expect.any(String)
  expect(await entries()).toEqual([
    { content: `Sent back: complaint #9: ${words}`, user_id: 7, unit_id: null, observed_at },
    { status: 'Pending', observed_at },
  ])
  expect(await device.db.rows('inspection').get(9)).toMatchObject({ status: 'Pending' })
})

test('I4 a record that got its number while the page was open is sent back under that number', async () => {
  await device.db.ids.put({ type: 'inspection', local: -5, server: 9 })
  await open({ ...inspection, id: -5 })
  await sendBack()
  expect((await device.db.outbox.orderBy('seq').last())?.params).toEqual({ inspectionId: 9 })
  // The inspector's phone finds the words by the number.
  const [said] = (await entries()) as { content: string }[]
  expect(lastSentBack([said ?? {}]).get(9)).toBe(words)
})

test('I4 a record that has no number yet is not sent back, and the words are kept', async () => {
  await open({ ...inspection, id: -5 })
  await sendBack()
  expect(await entries()).toEqual([])
  expect(await device.db.drafts.count()).toBe(1)
})
