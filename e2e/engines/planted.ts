import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Driver } from './driver.ts'
import { isLoaded, look } from './routes.ts'
import { Visitor } from './visitor.ts'

/** A page with every fault that a walk must find. */
const badPage = `<!doctype html><meta name="viewport" content="width=device-width"><title>Planted</title>
<main id="main"><p>Loading...</p><div style="width: 800px">Wide</div></main>
<script>
  console.error('planted words')
  setTimeout(() => { throw new Error('planted error') })
  Promise.reject(new Error('planted rejection'))
  new Image().src = '/planted.png'
  try { document.body.innerHTML = 'planted' } catch {}
</script>`

const policy = "default-src 'self' 'unsafe-inline'; img-src 'none'; require-trusted-types-for 'script'"

/** The message of an engine for each fault. */
const expected = [
  /planted words/,
  /planted error/,
  /planted rejection/,
  /img-src/,
  /require-trusted-types-for/,
] as const

/** Runs before each walk and shows that it can fail: on a page with all faults, each one is found. */
export async function noticesPlantedFaults(driver: Driver): Promise<void> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end(badPage)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const visitor = new Visitor(driver, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    await visitor.go('/')
    assert.equal(await visitor.inPage(isLoaded), false)
    assert.ok((await visitor.inPage(look)).tooWide > 0)
    const noticed: string[] = []
    await visitor.until('every planted fault', async () => {
      noticed.push(...driver.takeProblems())
      return expected.every((words) => noticed.some((it) => words.test(it)))
    })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
