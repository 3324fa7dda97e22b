import { expect } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { installed, openConduct, type StoryContext } from './story.ts'
import { people } from './town.ts'

/** Words and signs of the work that is sealed. */
export const secrets = ['Damp wall', 'Cellar', 'JFIF', 'Exif']

/** Makes an observation with a photo that stays unsent without signal. `lose` takes the signal away. */
export async function workWithoutSignal({ town, me }: StoryContext, lose = () => town.signalOff()): Promise<void> {
  await keyMade(town.url)
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await installed(me.page)
  await openConduct(me, 1)
  await lose()
  await me.addAreaNamed('Cellar')
  await me.observe('Damp wall', { photos: [await cameraPicture(21)] })
}

/** A real server makes its key at the start, which takes long. These towns skip that. */
async function keyMade(url: string): Promise<void> {
  await fetch(`${url}/api/sync/seal-key`, { headers: { Authorization: `Bearer ${await tokenOf(url, people.admin)}` } })
}

/** An Admin gives the first inspector another password. */
export async function setPassword(url: string, new_password: string): Promise<void> {
  const set = await fetch(`${url}/api/users/1/password`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOf(url, people.admin)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ new_password }),
  })
  expect(set.status).toBe(200)
}

export async function tokenOf(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const body = new URLSearchParams({ username: email, password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The office has that work, once. */
export const sentOnce = async ({ rows }: StoryContext): Promise<void> => {
  expect(await rows('select content, user_id from observations')).toEqual([{ content: 'Damp wall', user_id: 1 }])
  expect(await rows('select name from areas')).toEqual([{ name: 'Cellar' }])
  expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 1 }])
}
