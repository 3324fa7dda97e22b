import { expect, test } from 'vitest'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { office } from '../harness/office.ts'
import { addObservation, jpeg } from './visit.ts'

test('people of two towns with the same number do not share the limit of one person’s uploads', async () => {
  let letGo: () => void = () => undefined
  let isHeld: () => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const other = await office()
  const disk = createDiskStore(`${other.config.dataFolder}/slow`)
  const slow = await office({
    store: {
      ...disk,
      put: async (bytes) => {
        isHeld()
        await gone
        return disk.put(bytes)
      },
    },
  })
  try {
    const photo = await jpeg()
    const send = async (town: typeof other, padding: number) => {
      const { observationId } = await addObservation(town)
      const body = new FormData()
      const bytes = Buffer.concat([photo, Buffer.alloc(padding)])
      for (const name of ['one.jpg', 'two.jpg']) body.append('files', new File([bytes], name))
      return town.fetch(`/api/observations/${observationId}/photos`, { method: 'POST', body, as: town.people.ons })
    }
    expect(slow.people.ons.id).toBe(other.people.ons.id)
    const first = send(slow, 17 * 1024 * 1024)
    await held
    expect((await send(other, 0)).status).toBe(201)
    letGo()
    expect((await first).status).toBe(201)
  } finally {
    letGo()
    await slow.close()
    await other.close()
  }
})
