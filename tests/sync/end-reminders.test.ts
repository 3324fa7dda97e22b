import { afterEach, expect, test, vi } from 'vitest'
import { endReminders, reminderTag } from '../../src/sync/device/reminder-notice.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser with reminders shown by each of its service workers, and a number on the icon. */
function shownBy(workers: number) {
  const asked: unknown[] = []
  const reminders = Array.from({ length: workers }, () => ({ close: vi.fn() }))
  const registrations = reminders.map((it) => ({
    getNotifications: async (wanted: unknown) => {
      asked.push(wanted)
      return [it]
    },
  }))
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('Notification', class {})
  return { asked, reminders, setAppBadge, registrations }
}

test('G-20 reminders and the number on the icon go, whichever worker has shown them', async () => {
  const { asked, reminders, setAppBadge, registrations } = shownBy(2)
  vi.stubGlobal('navigator', { setAppBadge, serviceWorker: { getRegistrations: async () => registrations } })
  await endReminders()
  expect(setAppBadge).toHaveBeenCalledWith(0)
  expect(asked).toEqual([{ tag: reminderTag }, { tag: reminderTag }])
  for (const it of reminders) expect(it.close).toHaveBeenCalledOnce()
})

test('G-20 a browser that refuses the number, or service workers, fails with nothing', async () => {
  const { setAppBadge, reminders } = shownBy(1)
  setAppBadge.mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
  const getRegistrations = () => Promise.reject(new DOMException('Forbidden', 'SecurityError'))
  vi.stubGlobal('navigator', { setAppBadge, serviceWorker: { getRegistrations } })
  await endReminders()
  vi.stubGlobal('navigator', {})
  await endReminders()
  expect(reminders[0]?.close).not.toHaveBeenCalled()
})
