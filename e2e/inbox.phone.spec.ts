import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './axe.ts'
import { cameraPicture } from './inspector.ts'
import { freeingHeld, giveRoom, holdFreeing, letFreeingGo } from './storage.ts'
import { everythingSent, installed, onDevice, runStory, typedIsKept } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

// Each starts a browser of its own and makes it ready for the field.
test.setTimeout(120_000)

/** A picture that says where it was taken: at 48 Quarry Road. */
const placedPicture = async (seed: number): Promise<Buffer> =>
  sharp(await cameraPicture(seed))
    .withExif({
      IFD0: { Make: 'Doorstep' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 18/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 36/1 0/1' },
    })
    .toBuffer()

/** The platform does this when pictures are shared with the installed app: it posts a form and opens the answer. */
async function share(page: Page, pictures: readonly Buffer[]): Promise<void> {
  const files = pictures.map((it) => it.toString('base64'))
  await page.evaluate((texts) => {
    const chosen = new DataTransfer()
    for (const [at, base64] of texts.entries()) {
      const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))
      chosen.items.add(new File([bytes], `Shared ${at + 1}.jpg`, { type: 'image/jpeg' }))
    }
    const form = document.createElement('form')
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data', hidden: true })
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    field.files = chosen.files
    form.append(field)
    document.body.append(form)
    form.submit()
  }, files)
  await page.waitForURL(/\/inbox$/)
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Photos to file' }).getByRole('listitem')

test('I1 I8 pictures shared without signal, the battery pulled: they wait in the inbox, are filed, and sent once', async () => {
  await runStory({ dies: true, hasCamera: true }, async ({ town, phone, me, rows }) => {
    await rows('update addresses set latitude = 39.3, longitude = -76.6 where id = 2')
    await rows('update addresses set latitude = 39.4, longitude = -76.6 where id = 1')
    await rows(
      "insert into violations (address_id, user_id, deadline, violation_type) values (2, 1, '30 days', 'doorhanger')",
    )
    await rows('insert into violation_codes (violation_id, code_id) values (1, 1)')
    await rows("insert into areas (name, inspection_id) values ('Porch', 2)")
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await installed(me.page)
    await town.signalOff()
    await share(me.page, [await placedPicture(1), await placedPicture(2), await placedPicture(3)])
    await phone.kill()

    me.page = await phone.start(`${town.url}/inbox`)
    const { page } = me
    await expect(waiting(page)).toHaveCount(3)
    await page.reload()
    await expect(waiting(page)).toHaveCount(3)

    await test.step('a quick shot from + comes to them', async () => {
      await page.getByRole('button', { name: 'New' }).click()
      await page.getByRole('link', { name: 'Photo to file later (3 waiting)' }).click()
      const camera = page.getByRole('dialog', { name: 'Camera' })
      if ((await camera.count()) === 0) await page.getByRole('button', { name: 'Many photos' }).click()
      await camera.getByRole('button', { name: 'Take photo' }).click()
      await expect(camera.getByRole('status')).toHaveText('1 photo taken, 1 saved on this phone')
      await camera.getByRole('button', { name: 'Done' }).click()
      await expect(waiting(page)).toHaveCount(4)
    })

    const only = async (count: number) => {
      const all = await waiting(page).count()
      for (let at = count; at < all; at++) await waiting(page).nth(at).getByRole('checkbox').uncheck()
    }
    await test.step('the address nearest to where they were taken; one with an open violation', async () => {
      await only(1)
      await page
        .getByRole('list', { name: 'Nearest addresses' })
        .getByRole('button', { name: /48 QUARRY ROAD/ })
        .click()
      await page.getByRole('button', { name: 'Violation', exact: true }).click()
      await expectAccessible(page, 'filing')
      await page.getByRole('button', { name: 'File 1 photo' }).click()
      await expect(page.getByText('Choose where they belong')).toBeVisible()
      await page.getByLabel('Which violation').selectOption({ label: 'Doorhanger #1: 50, 1.0: Tall grass' })
      await page.getByRole('button', { name: 'File 1 photo' }).click()
      await expect(waiting(page)).toHaveCount(3)
    })
    await test.step('one begins a new violation', async () => {
      await only(1)
      await page.getByRole('button', { name: 'Violation', exact: true }).click()
      await page.getByLabel('Which violation').selectOption({ label: 'A new violation' })
      const form = page.getByRole('form', { name: 'New Violation' })
      await expect(form).toContainText('48 QUARRY ROAD')
      await expectAccessible(page, 'a new violation')
      await form.getByRole('radio', { name: '14 days' }).click()
      await form.getByRole('button', { name: 'Review and Create' }).click()
      const check = page.getByRole('dialog', { name: 'Create this violation?' })
      await expect(check).toContainText('Attachments1')
      await check.getByRole('button', { name: 'Create Violation' }).click()
      await page.getByRole('button', { name: 'Create without a section' }).click()
      await expect(waiting(page)).toHaveCount(2)
    })
    await test.step('one as an observation, one as a comment', async () => {
      await only(1)
      await page.getByRole('button', { name: 'Observation', exact: true }).click()
      await page.getByLabel('Area').selectOption({ label: 'Porch, Single Family License' })
      await page.getByLabel('Observation', { exact: true }).fill('Rotten step')
      await page.getByRole('button', { name: 'File 1 photo' }).click()
      await expect(waiting(page)).toHaveCount(1)
      await page.getByLabel('Comment', { exact: true }).fill('Seen from the street')
      await page.getByRole('button', { name: 'File 1 photo' }).click()
      await expect(waiting(page)).toHaveCount(0)
      // The next photos may be of another place.
      await expect.poll(async () => JSON.stringify(await onDevice(page, 'drafts'))).not.toContain('QUARRY')
    })
    await town.signalOn()
    await everythingSent(page)
    expect(
      await rows('select owner_type, count(distinct filename)::int as n from attachments group by 1 order by 1'),
    ).toEqual([
      { owner_type: 'comment', n: 1 },
      { owner_type: 'observation', n: 1 },
      { owner_type: 'violation', n: 2 },
    ])
    expect(
      await rows(
        "select v.deadline, count(a.id)::int as photos from violations v join attachments a on a.owner_type = 'violation' and a.owner_id = v.id group by v.id order by v.id",
      ),
    ).toEqual([
      { deadline: '30 days', photos: 1 },
      { deadline: '14 days', photos: 1 },
    ])
    expect(await rows('select content, address_id from comments')).toEqual([
      { content: 'Seen from the street', address_id: 2 },
    ])
    expect(await rows('select content, potentialvio from observations')).toEqual([
      { content: 'Rotten step', potentialvio: false },
    ])
    expect((await onDevice<{ state: string }>(page, 'photos')).filter((it) => it.state === 'draft')).toEqual([])
  })
})

test('pictures shared while nobody is signed in: whoever signs in is asked whose they are, and sees none before', async () => {
  await runStory({ hasProfile: true }, async ({ me }) => {
    const { page } = me
    await me.signIn()
    await installed(page)
    const signOut = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByLabel('Email')).toBeVisible()
    }
    const signIn = async () => {
      await page.getByLabel('Email').fill(people.otherOns.email)
      await page.getByLabel('Password').fill(people.otherOns.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    const question = page.getByText(/shared to this phone before you signed in/)
    await signOut()
    await share(page, [await placedPicture(1), await placedPicture(2)])
    await signIn()
    await expect(question).toHaveText('2 pictures were shared to this phone before you signed in. Are they yours?')
    await page.goto(new URL('/inbox', page.url()).href)
    await expect(question).toBeVisible()
    await expect(page.getByText('Nothing is waiting here.')).toBeVisible()
    await expectAccessible(page, 'asked')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(waiting(page)).toHaveCount(2)
    await expect(question).toHaveCount(0)
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: /^Remove Shared/ })
        .first()
        .click()
      await expect(waiting(page)).toHaveCount(left)
    }

    // Pictures of somebody else are deleted without being shown.
    await signOut()
    await share(page, [await placedPicture(3)])
    await signIn()
    await expect(question).toHaveText('1 picture was shared to this phone before you signed in. Is it yours?')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Nothing is waiting here.')).toBeVisible()
    await expect(question).toHaveCount(0)
    // Pictures that are shared now belong to the signed-in person.
    await share(page, [await placedPicture(4)])
    await expect(waiting(page)).toHaveCount(1)
    await expect(question).toHaveCount(0)
  })
})

test('I16 words typed while photos are being filed belong to the next photos, and stay on the device', async () => {
  await runStory({}, async ({ me, rows }) => {
    await me.signIn()
    await installed(me.page)
    const { page } = me
    await share(page, [await placedPicture(1), await placedPicture(2)])
    await expect(waiting(page)).toHaveCount(2)
    await waiting(page).nth(1).getByRole('checkbox').uncheck()
    await page.locator('main').getByRole('combobox', { name: 'Address', exact: true }).fill('48 quarry')
    await page.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
    const words = page.getByLabel('Comment', { exact: true })
    await words.fill('Seen from the street')
    await holdFreeing(page)
    await page.getByRole('button', { name: 'File 1 photo' }).click()
    await freeingHeld(page)
    await words.fill('Behind the shed')
    await giveRoom(page)
    await letFreeingGo(page)
    await expect(waiting(page)).toHaveCount(1)
    await expect(words).toHaveValue('Behind the shed')
    await typedIsKept(page, 'Behind the shed')
    await everythingSent(page)
    expect(await rows('select content from comments')).toEqual([{ content: 'Seen from the street' }])
  })
})

test('CO-12 a comment takes large photos whose smaller copies are made only when it is filed', async () => {
  await runStory({}, async ({ me, rows }) => {
    await me.signIn()
    await installed(me.page)
    const { page } = me
    await share(page, [await placedPicture(1)])
    await expect(waiting(page)).toHaveCount(1)
    await expect.poll(async () => (await onDevice<{ sends: object | null }>(page, 'photos'))[0]?.sends).toBeTruthy()
    // As if the app had been closed before the copies were made, and the photo were a large one.
    await page.evaluate(async () => {
      const name = (await indexedDB.databases()).find((it) => it.name?.endsWith('-1'))?.name ?? ''
      await new Promise((resolve, reject) => {
        const open = indexedDB.open(name)
        open.onsuccess = () => {
          const write = open.result.transaction('photos', 'readwrite')
          const photos = write.objectStore('photos')
          const all = photos.getAll()
          all.onsuccess = () => photos.put({ ...all.result[0], sends: null, size: 60_000_000 })
          write.oncomplete = resolve
          write.onabort = reject
        }
      })
    })
    await page.reload()
    await page.locator('main').getByRole('combobox', { name: 'Address', exact: true }).fill('48 quarry')
    await page.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Seen from the street')
    await page.getByRole('button', { name: 'File 1 photo' }).click()
    await expect(waiting(page)).toHaveCount(0)
    await everythingSent(page)
    expect(await rows('select content from comments')).toEqual([{ content: 'Seen from the street' }])
  })
})
