import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nameOf } from '../../src/contract/call-name.ts'
import type { Prompt } from '../../src/contract/room.ts'
import type { Problem } from '../../src/sync/transport/problem.ts'
import type { Question } from '../../src/ui/ask.tsx'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'

let device: TestDevice
/** The prompts of the room, as far as this device knows them. */
let prompts: Prompt[] | undefined
let answer: { kind: 'done'; reply: { id: number } } | { kind: 'failed'; problem: Problem; mayHaveArrived: boolean }
let called: string[]
let asked: Question[]
let told: string[]
let failures: string[]
let opened: unknown[]
/** What the buttons of the screen do, by their words. */
let buttons: Map<string, () => void>
let submit: () => Promise<void>
/** The office answers when the test says so. */
let office: ReturnType<typeof held<void>>
let leave: (() => void)[]

const modules = {
  '@tanstack/react-router': {
    Link: () => null,
    useNavigate: () => async (to: unknown) => void opened.push(to),
    useParams: () => ({ roomId: '3' }),
  },
  '../../src/sync/react/engine.ts': {
    useEngine: () => ({ device, town: { waysIn: { passwordsAreOff: true, singleSignOn: 'Fernhill account' } } }),
  },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role: 3 }), useLive: () => undefined },
  '../../src/sync/react/hooks.ts': {
    useCall: () => async (endpoint: Parameters<typeof nameOf>[0]) => {
      called.push(nameOf(endpoint))
      await office.work()
      return answer
    },
    useRow: () => ({ row: { id: 3, name: 'Attic' } }),
    useRows: () => ({ rows: prompts }),
    useSyncStatus: () => ({ connection: 'online' }),
  },
  '../../src/sync/react/signal-asked.ts': { useSignalAsked: () => undefined },
  // A form that is filled in.
  '@hookform/resolvers/zod': {
    zodResolver: () => async (values: object) => ({ values: { ...values, email: 'new@town.example' }, errors: {} }),
  },
  '../../src/parts/as-of.tsx': { AsOf: () => null },
  '../../src/parts/kept-form.tsx': {
    useKeptForm: () => ({ isAsking: false, finish: async () => true }),
    KeptQuestion: () => null,
  },
  '../../src/screens/rooms/add-prompt.tsx': {
    AddPrompt: () => null,
    newPromptDraft: (id: number) => `prompt/new:${id}`,
  },
  '../../src/screens/rooms/prompt-field.tsx': { PromptField: () => null },
  '../../src/ui/edit-in-place.tsx': { EditInPlace: () => null },
  '../../src/ui/page.tsx': {
    Page: ({ actions, children }: { actions?: ReactNode; children: ReactNode }) =>
      createElement('main', null, actions, children),
  },
  '../../src/ui/button.tsx': {
    Button({ onClick, children }: { onClick?: () => void; children: string }) {
      if (onClick) buttons.set(children, onClick)
    },
  },
  '../../src/ui/form.tsx': {
    Form({ onSubmit }: { onSubmit: () => Promise<void> }) {
      submit = onSubmit
    },
  },
  '../../src/ui/confirm.tsx': {
    async confirm(question: Question) {
      asked.push(question)
      return true
    },
  },
  '../../src/ui/toast.tsx': {
    tell: (text: string) => told.push(text),
    tellFailure: (text: string) => failures.push(text),
  },
}

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  Object.assign(device, { keyed: true, upstream: null })
  prompts = []
  answer = { kind: 'done', reply: { id: 12 } }
  called = []
  asked = []
  told = []
  failures = []
  opened = []
  buttons = new Map()
  office = held()
  leave = []
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useEffect(act: () => undefined | (() => void)) {
      const end = act()
      if (end) leave.push(end)
    },
  }))
})
afterEach(() => {
  for (const path of ['react', ...Object.keys(modules)]) vi.doUnmock(path)
  vi.resetModules()
})

const leaveScreen = () => {
  for (const end of leave.splice(0)) end()
}
const show = (screen: ReactElement) => void renderToStaticMarkup(screen)

async function deleteRoom() {
  const { RoomScreen } = await import('../../src/screens/rooms/room-screen.tsx')
  show(<RoomScreen />)
  buttons.get('Delete Room')?.()
}
async function createUser() {
  const { AddUser } = await import('../../src/screens/users/add-user.tsx')
  show(<AddUser />)
  void submit()
}

test('RM-06 after a room is deleted its list is opened', async () => {
  office.end()
  await deleteRoom()
  await vi.waitFor(() => expect(opened).toEqual([{ to: '/rooms' }]))
  expect(told).toEqual(['Room Attic deleted'])
})

test('RM-06 a person who went elsewhere while a room is deleted stays there, and is told of it', async () => {
  await deleteRoom()
  await vi.waitFor(() => expect(called).toEqual(['DELETE /rooms/:roomId']))
  leaveScreen()
  office.end()
  await vi.waitFor(() => expect(told).toEqual(['Room Attic deleted']))
  expect(opened).toEqual([])
})

test.each([
  ['a person who created a user and waits comes to the page of that user', false, ['/users/$userId']],
  ['a person who went elsewhere while a user is created stays there, and is told of it', true, []],
])('US-05 %s', async (_, hasLeft, pages) => {
  await createUser()
  await vi.waitFor(() => expect(called).toEqual(['POST /users/']))
  if (hasLeft) leaveScreen()
  office.end()
  await vi.waitFor(() => expect(told).toEqual(['User created. They sign in with Fernhill account.']))
  expect(opened).toMatchObject(pages.map((to) => ({ to, params: { userId: '12' } })))
})

test('RM-06 a room whose prompts are not known is not deleted on a server that may keep them, and it says why', async () => {
  prompts = undefined
  device.keyed = false
  office.end()
  await deleteRoom()
  await vi.waitFor(() => expect(failures).toEqual(['The room was not deleted: its prompts are not known yet.']))
  expect(asked).toMatchObject([{ text: expect.stringMatching(/^Its prompts will be deleted with it\./) }])
  expect([called, told, opened]).toEqual([[], [], []])
})

test('RM-06 a server of ours deletes a room with prompts that are not known here', async () => {
  prompts = undefined
  office.end()
  await deleteRoom()
  await vi.waitFor(() => expect(told).toEqual(['Room Attic deleted']))
  expect(called).toEqual(['DELETE /rooms/:roomId'])
})

test('RM-06 a refused deletion is told in the server’s words, and the room stays open with what was typed', async () => {
  prompts = [{ id: 8, room_id: 3, content: 'Stairs' }]
  await device.db.drafts.put({ form: 'prompt/new:3', values: {}, savedAt: 1 })
  answer = {
    ...{ kind: 'failed', mayHaveArrived: false },
    problem: { kind: 'refused', status: 409, detail: 'Areas use this room' },
  }
  office.end()
  await deleteRoom()
  await vi.waitFor(() => expect(failures).toEqual(['The room was not deleted: Areas use this room']))
  expect(asked).toMatchObject([{ text: expect.stringMatching(/^1 prompt will be deleted with it\./) }])
  expect([told, opened]).toEqual([[], []])
  expect(await device.db.drafts.count()).toBe(1)
})
