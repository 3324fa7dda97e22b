import type { Page } from 'playwright'

/** The amount of work that is put on a device. */
export interface Backlog {
  /** The inspections that share the work. */
  inspectionIds: readonly number[]
  /** Areas and observations together. */
  entries: number
  photos: number
}

/** One entry in this many is an area. The others are its observations. */
const entriesOfArea = 25

/**
 * Puts much work on the device quickly. It copies the area, the observation and the photo that the app made there. Each
 * copy has its own key, id, text and bytes. Runs in a page of the app's origin where the app itself does not run. Gives
 * the amounts.
 */
export const fillDevice = (page: Page, backlog: Backlog): Promise<{ entries: number; photos: number }> =>
  page.evaluate(
    async ({ inspectionIds, entries, photos, entriesOfArea }) => {
      const result = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const name = (await indexedDB.databases()).map((it) => it.name ?? '').find((it) => /^codesoft-.+-\d+$/.test(it))
      const db = await result(indexedDB.open(name ?? ''))
      // biome-ignore lint/suspicious/noExplicitAny: rows as the app left them, of every table
      const all = (store: string): Promise<any[]> => result(db.transaction(store).objectStore(store).getAll())
      const [outbox, areas, observations, files, blobs] = await Promise.all(
        ['outbox', 'area', 'observation', 'photos', 'blobs'].map(all),
      )
      const made = (type: string) => outbox?.find((it) => it.touches[0].startsWith(`${type}:`))
      const patterns = { area: made('area'), seen: made('observation'), file: made('photo') }
      const areaRow = areas?.find((it) => it.id === patterns.area.id)
      const seenRow = observations?.find((it) => it.id === patterns.seen.id)
      const photoRow = files?.find((it) => it.id === patterns.file.photo)
      const parts = blobs?.filter((it) => it.photo === photoRow.id) ?? []
      const hash = async (bytes: ArrayBuffer) =>
        Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (it) =>
          it.toString(16).padStart(2, '0'),
        ).join('')
      /** The same picture with other bytes after its end, which decoders ignore. */
      const marked = (bytes: ArrayBuffer, mark: string) => new Blob([bytes, mark]).arrayBuffer()

      let seq = Math.max(...(outbox?.map((it) => it.seq) ?? []))
      let area = 0
      const photoEvery = (entries * (1 - 1 / entriesOfArea)) / photos
      let photosLeft = photos
      let photosDue = 0
      const pause = () => new Promise((resolve) => setTimeout(resolve, 0))
      type Put = [store: string, row: unknown]
      let puts: Put[] = []
      const write = async () => {
        const stores = ['outbox', 'area', 'observation', 'photos', 'blobs']
        const transaction = db.transaction(stores, 'readwrite', { durability: 'relaxed' })
        for (const [store, row] of puts) transaction.objectStore(store).put(row)
        puts = []
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error)
        })
        await pause()
      }
      const entry = (pattern: object, changes: object) => ({ ...pattern, key: crypto.randomUUID(), seq, ...changes })
      for (let n = 0; n < entries; n++) {
        const inspection = inspectionIds[Math.floor(n / entriesOfArea) % inspectionIds.length]
        const group = `inspection:${inspection}`
        seq++
        if (n % entriesOfArea === 0) {
          area = seq
          const body = { ...patterns.area.body, name: `Area ${n}` }
          const params = { inspectionId: inspection }
          puts.push(['area', { ...areaRow, ...body, id: -seq, inspection_id: inspection }])
          puts.push(['outbox', entry(patterns.area, { id: -seq, params, body, group, touches: [`area:-${seq}`] })])
          continue
        }
        const body = { ...patterns.seen.body, content: `Observation ${n}: paint comes off the frame of the window` }
        const needs = [`area:-${area}`]
        const touches = [`observation:-${seq}`]
        puts.push(['observation', { ...seenRow, content: body.content, id: -seq, area_id: -area }])
        puts.push([
          'outbox',
          entry(patterns.seen, { id: -seq, params: { areaId: -area }, body, group, needs, touches }),
        ])
        photosDue += 1
        if (photosDue < photoEvery || photosLeft === 0) continue
        photosDue -= photoEvery
        photosLeft--
        const owner = seq
        const id = crypto.randomUUID()
        const row = { ...photoRow, id, ownerId: -owner }
        for (const part of parts) {
          const bytes = await marked(part.bytes, id)
          const facts = { size: bytes.byteLength, sha256: await hash(bytes) }
          if (part.part === 'original') Object.assign(row, facts)
          if (part.part === photoRow.sends.part) row.sends = { ...photoRow.sends, ...facts }
          puts.push(['blobs', { ...part, photo: id, bytes }])
        }
        puts.push(['photos', row])
        seq++
        const ofOwner = { params: { observationId: -owner }, needs: [`observation:-${owner}`], group }
        puts.push(['outbox', entry(patterns.file, { photo: id, touches: [`photo:${id}`], ...ofOwner })])
        if (puts.length > 400) await write()
      }
      await write()
      db.close()
      return { entries, photos: photos - photosLeft }
    },
    { ...backlog, entriesOfArea },
  )
