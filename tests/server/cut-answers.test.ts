import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { refusalOf } from '../../src/server/errors.ts'
import { FileStoreDown } from '../../src/server/files/file-store.ts'
import { createS3Store } from '../../src/server/files/s3-store.ts'

const KEY = 'a'.repeat(40)

/** An object store that answers in this manner. */
const storeThat = async (answer: RequestListener) => {
  const server = createServer((request, response) => request.resume().on('end', () => answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const endpoint = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`
  const secrets = { accessKeyId: 'id', secretAccessKey: 'secret' }
  return createS3Store({ endpoint, bucket: 'files', region: 'us-east-1', prefix: '', ...secrets })
}

/** Its answers have this status, and break off in the middle of the body. */
const cutStore = (status: number) =>
  storeThat((_, response) => {
    response.writeHead(status, { 'Content-Length': '500' }).write('<Error>')
    setTimeout(() => response.destroy(), 20)
  })

test.each([403, 404, 500])(
  'an answer %i of the object store that breaks off is a store that is down',
  async (status) => {
    const store = await cutStore(status)
    for (const [name, work] of Object.entries({
      put: () => store.put(new Uint8Array([1])),
      open: () => store.open(KEY),
      stream: () => store.stream(KEY),
      remove: () => store.remove(KEY),
      list: () => store.before(new Date())[Symbol.asyncIterator]().next(),
      belongsTo: () => store.belongsTo('fernhill'),
      tryOut: () => store.tryOut(),
    })) {
      const error: unknown = await work().then(
        (value) => value ?? 'missing',
        (reason) => reason,
      )
      expect([name, error instanceof FileStoreDown]).toEqual([name, true])
      expect(refusalOf(error)?.status).toBe(503)
    }
  },
)

test('a list or a file that breaks off is a store that is down; what was stored or removed stays so', async () => {
  const store = await cutStore(200)
  await expect(store.before(new Date())[Symbol.asyncIterator]().next()).rejects.toThrow(FileStoreDown)
  await expect(store.belongsTo('fernhill')).rejects.toThrow(FileStoreDown)
  await expect(store.open(KEY)).rejects.toThrow(FileStoreDown)
  expect(await store.put(new Uint8Array([1]), KEY)).toBe(KEY)
  await store.remove(KEY)
})

test('a file that the object store does not have is missing, also without a body', async () => {
  const store = await storeThat((_, response) => response.writeHead(404).end())
  expect(await store.open(KEY)).toBeUndefined()
  expect(await store.stream(KEY)).toBeUndefined()
  await store.remove(KEY)
})
