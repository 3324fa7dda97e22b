import { expect } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { people, type TestTown } from './town.ts'

/** How pictures, by a number, and PDF files come to the office from another device. */
export async function uploadTo(town: TestTown) {
  const { email, password } = people.ons
  const signedIn = await fetch(`${town.url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  return async (path: string, file: number | Buffer<ArrayBuffer>, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    if (typeof file === 'number')
      body.set('files', new Blob([new Uint8Array(await cameraPicture(file))], { type: 'image/jpeg' }), `${file}.jpg`)
    else body.set('files', new Blob([file], { type: 'application/pdf' }), 'plan.pdf')
    const answer = await fetch(`${town.url}/api${path}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${access_token}` },
    })
    expect(answer.ok, await answer.text()).toBe(true)
  }
}
