import { createContext, createElement, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { CallName, Params } from '../../contract/call-name.ts'
import type { Id, RecordType } from '../../contract/id.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import { type OutboxEntry, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { hadNoRoom } from '../../db/storage-error.ts'
import type { Command } from '../../records/command.ts'
import { type Query, queryName, rowsOf } from '../../records/query.ts'
import type { Extra } from '../capture/perform.ts'
import { loadedOnce } from '../device/loaded-once.ts'
import { started } from '../device/start.ts'
import { serverIdOf } from '../entry/names.ts'
import { resolved } from '../entry/resolved.ts'
import type { Answer, Failure, Leaves } from '../online/call.ts'
import { freshMs, knownUpToDateAt } from '../pull/feed.ts'
import { type SyncStatus, statusOf } from '../schedule/status.ts'
import { CallError, type Problem } from '../transport/problem.ts'
import { useEngine } from './engine.ts'
import { ageName } from './first-rows.ts'
import { useLive } from './live.ts'
import { useSameRows } from './rows.ts'

/** The rows of a list: from the device at once, refreshed when the screen opens and when signal returns. */
export interface Rows<Row> {
  /** undefined during the first read. */
  rows: Row[] | undefined
  problem: Problem | undefined
  /** When the server's answer was last stored (ms); undefined if it never was. */
  pulledAt: number | undefined
  pulling: boolean
}

/** The rows of a query. If `isAsked` is false the server is not asked (yet), and only the device's rows are shown. */
export function useRows<Row extends AnyRow>(query: Query<Row>, isAsked = true): Rows<Row> {
  const asked = query as Query
  const name = queryName(asked)
  const read = useLive(async (db) => (await rowsOf(db, await resolved(db, asked))) as Row[], [name], name)
  const rows = useSameRows(read)
  return { rows, ...usePull(asked, 'list', isAsked) }
}

/** One record: undefined while reading, null if the device has none. */
export function useRow<Row extends AnyRow>(
  query: Query<Row>,
): Omit<Rows<Row>, 'rows'> & { row: Row | null | undefined } {
  const { rows, ...rest } = useRows(query)
  return { row: rows === undefined ? undefined : (rows[0] ?? null), ...rest }
}

/**
 * A record's row on this device: undefined while reading, null if the device has none. The server is not asked. Without
 * an id there is no row.
 */
export const useHeldRow = <Type extends RecordType>(type: Type, id: Id | null | undefined) =>
  useLive(
    async (db) => (id && (await db.rows(type).get(await serverIdOf(db, type, id)))) || null,
    [type, id],
    `held ${type} ${id}`,
  )

/** The last answer of a call that does not return a list of records, such as a record's files. */
export function useValue<Value>(
  query: Query,
  isAsked = true,
): Omit<Rows<never>, 'rows'> & { value: Value | undefined } {
  const name = queryName(query)
  const kept = useLive(async (db) => db.pulls.get(queryName(await resolved(db, query))), [name], `value of ${name}`)
  // The value stored under a call's name is that call's reply, checked against the contract.
  return { value: kept?.value as Value | undefined, ...usePull(query, 'value', isAsked) }
}

/** For code that is loaded ahead of its use. Its user loads it again and reports a failure. */
export const notYet = (): undefined => undefined

/**
 * The window event for a server that answers again. The platform's own event does not fire if only the server was
 * down.
 */
export const reachableAgain = 'codesoft-reachable'

/** Calls `again` whenever signal returns, until the returned function is called. */
export function onSignalAgain(again: () => void): () => void {
  window.addEventListener('online', again)
  window.addEventListener(reachableAgain, again)
  return () => {
    window.removeEventListener('online', again)
    window.removeEventListener(reachableAgain, again)
  }
}

/**
 * A page that stays in front asks again after this time (ms). The addresses of its files open them for half an hour or
 * longer.
 */
const renewMs = 20 * 60_000

const fetchingCode = loadedOnce(() => import('../pull/changes.ts'))

/** Keeps the device's data of a query up to date while it is shown. */
export function usePull(query: Query, how: 'list' | 'value', isAsked: boolean): Omit<Rows<never>, 'rows'> {
  const { device } = useEngine()
  const name = queryName(query)
  const latest = useRef(query)
  latest.current = query
  const [problem, setProblem] = useState<Problem>()
  const [pulling, setPulling] = useState(false)
  const pulledAt = useLive(
    async (db) => knownUpToDateAt(db, queryName(await resolved(db, latest.current))),
    [name],
    ageName(name),
  )
  useEffect(() => {
    if (!isAsked) return
    let shown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      await started()
      if (!shown) return
      try {
        const before = await againIfAborted(() => knownUpToDateAt(device.db, name))
        const age = before === undefined ? freshMs : Math.abs(device.now() - before)
        clearTimeout(timer)
        if (age < freshMs) {
          if (shown) timer = setTimeout(again, freshMs - age)
          return
        }
        if (shown) setPulling(true)
        // The fetching code is loaded later: the first screen shows the device's rows without it.
        const fetching = await fetchingCode().catch(notYet)
        // Loading fails without signal before the app is installed, and while the page is being left.
        if (!fetching) {
          if (shown) setProblem({ kind: 'noSignal' })
          return
        }
        await againIfAborted(() => fetching.bringUpToDate[how](device, latest.current))
        if (shown) setProblem(undefined)
      } catch (error) {
        if (!shown) return
        if (error instanceof CallError) setProblem(error.problem)
        else if (isDatabaseClosed(error)) return
        // On a full phone the device keeps the old rows, and the banner says why.
        else if (!hadNoRoom(error)) throw error
      } finally {
        if (shown) setPulling(false)
      }
      clearTimeout(timer)
      if (shown) timer = setTimeout(renew, renewMs)
    }
    void ask()
    const again = () => void ask()
    // A page in the background asks when it is in front again.
    const renew = () => document.visibilityState === 'visible' && again()
    const unwatch = onSignalAgain(again)
    window.addEventListener('focus', again)
    return () => {
      shown = false
      clearTimeout(timer)
      unwatch()
      window.removeEventListener('focus', again)
    }
  }, [device, name, how, isAsked])
  return { problem, pulledAt, pulling }
}

const savingCode = loadedOnce(() => import('../capture/perform.ts'))
const callingCode = loadedOnce(() => import('../online/call.ts'))

/** The answer to a call whose code cannot be loaded: until the app is installed, that needs signal too. */
export const withoutCode: Failure = { kind: 'failed', problem: { kind: 'noSignal' }, mayHaveArrived: false }

/**
 * Loads code once the screen is live, so that a tap does not wait for it, nor the screen for the code. `load` must be
 * the same function at every render.
 */
export function useCodeSoon(load: () => Promise<unknown>): void {
  useEffect(() => void started().then(load).catch(notYet), [load])
}

/**
 * Does what the user asked: saved on this device when it resolves, sent when there is signal. Resolves to the id of a
 * new record.
 */
export function usePerform() {
  const { device } = useEngine()
  useCodeSoon(savingCode)
  return useCallback(
    async <Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
      command: Command<Path, Body, Reply>,
      params: Params<Path>,
      body: z.input<Body>,
      extra?: Extra,
    ): Promise<number> => (await savingCode()).perform(device, command, params, body, extra),
    [device],
  )
}

/**
 * Sends a call now, for actions that the specification has online only. It is never queued; the form keeps the typed
 * text until the answer arrives. When it resolves, the record in the answer is on the device.
 */
export function useCall() {
  const { device } = useEngine()
  const keys = useRef(new Map<string, string>())
  useCodeSoon(callingCode)
  return useCallback(
    async <Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
      endpoint: CallName<Path, Body, Reply>,
      params: Params<Path>,
      body: z.input<Body>,
      leaves: Leaves | null,
    ): Promise<Answer<z.output<Reply>>> => {
      const calling = await callingCode().catch(notYet)
      return calling ? calling.callNow(device, endpoint, params, body, leaves, keys.current) : withoutCode
    },
    [device],
  )
}

/** Queues files for a record that exists already. */
export function useAddFiles() {
  const { device } = useEngine()
  return useCallback(
    (command: Command, params: Record<string, number>, photos: readonly string[]) =>
      savingCode().then(({ addFiles }) => addFiles(device, command, params, photos)),
    [device],
  )
}

const nothingYet: SyncStatus = {
  isUnread: true,
  connection: 'unknown',
  paused: null,
  waiting: 0,
  sending: 0,
  needsYou: 0,
  photosWaiting: 0,
  mayBeTwice: 0,
  sealed: 0,
  lastSentAt: null,
  oldestAt: null,
}

const StatusContext = createContext(nothingYet)

/** Wraps the signed-in app, so that the status is read once for all components. */
export function StatusProvider({ children }: { children: ReactNode }) {
  return createElement(StatusContext, { value: useLive(statusOf, []) ?? nothingYet }, children)
}

/** The connection and the state of my work, live. */
export const useSyncStatus = (): SyncStatus => use(StatusContext)

/** Unsent work that touches a record, oldest first. */
export const useEntriesOf = (type: RecordType, id: Id): OutboxEntry[] =>
  useLive(
    async (db) =>
      db.outbox
        .where('touches')
        .equals(rowName(type, await serverIdOf(db, type, id)))
        .sortBy('seq'),
    [type, id],
    `work on ${type} ${id}`,
  ) ?? []

/** The server's id of a record once it is known, for permanent links. */
export const useServerId = (type: RecordType, id: Id): Id =>
  useLive((db) => serverIdOf(db, type, id), [type, id], `server id of ${type} ${id}`) ?? id

/** A record's files on this device, including those just chosen in a form. */
export const usePhotosOf = (type: RecordType, id: Id) =>
  useLive(
    async (db) =>
      db.photos
        .where('[ownerType+ownerId]')
        .equals([type, await serverIdOf(db, type, id)])
        .sortBy('takenInAt'),
    [type, id],
    `photos of ${type} ${id}`,
  )

export const usePhotosIn = (form: string) =>
  useLive((db) => db.photos.where('form').equals(form).sortBy('takenInAt'), [form], `photos in ${form}`)
