import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  asOfText,
  dateText,
  dateTimeText,
  longDateTimeText,
  scheduleText,
  timeText,
  weekdayText,
} from '../../src/rules/date-text.ts'
import {
  addDays,
  dayOf,
  deadlineMoment,
  endOfDay,
  isDay,
  parseMoment,
  startOfDay,
  wallTime,
  wallTimeOf,
} from '../../src/rules/dates.ts'

const at = (text: string) => new Date(text)
const someMoment = fc.date({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z'), noInvalidDate: true })
const zones = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC', 'America/St_Johns']

/** The Temporal of this Node, which older versions have only behind a flag. */
function builtInTemporal(): unknown {
  setFlagsFromString('--harmony-temporal')
  return runInNewContext('globalThis.Temporal')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('reading moments', () => {
  test('C-23 a stamp without zone means UTC, one with a zone means that zone', () => {
    expect(parseMoment('2026-11-20T17:21:22.539948')).toEqual(at('2026-11-20T17:21:22.539Z'))
    expect(parseMoment('2026-11-20 17:21:22')).toEqual(at('2026-11-20T17:21:22Z'))
    expect(parseMoment('2026-11-20T17:21Z')).toEqual(at('2026-11-20T17:21:00Z'))
    expect(parseMoment('2026-11-20T09:30:00-05:00')).toEqual(at('2026-11-20T14:30:00Z'))
    expect(parseMoment('2026-11-20T09:30:00-0500')).toEqual(at('2026-11-20T14:30:00Z'))
    expect(parseMoment('2026-11-20')).toEqual(at('2026-11-20T00:00:00Z'))
  })

  test('a text that is no time is null, never an invalid date', () => {
    for (const text of [
      '',
      '  ',
      'tomorrow',
      '2026-02-30',
      '2026-02-30T10:00',
      '2026-13-01',
      '2026-11-20T25:00',
      '11/20/2026',
      null,
      undefined,
    ])
      expect(parseMoment(text)).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => !Number.isNaN(parseMoment(text)?.getTime())))
  })

  test('every moment reads back from what a server writes', () => {
    fc.assert(
      fc.property(someMoment, (moment) => {
        const text = moment.toISOString()
        expect(parseMoment(text)).toEqual(moment)
        expect(parseMoment(text.slice(0, -1))).toEqual(moment)
      }),
    )
  })
})

describe('days and wall times of the town', () => {
  test('C-23 a late evening in the town is that day there, not the next of UTC', () => {
    expect(dayOf(at('2026-11-21T03:30:00Z'))).toBe('2026-11-20')
    expect(dayOf(at('2026-11-21T03:30:00Z'), 'UTC')).toBe('2026-11-21')
    expect(wallTimeOf(at('2026-11-21T03:30:00Z'))).toBe('2026-11-20T22:30')
  })

  test('C-23 a schedule without zone is a wall time and stays as it is; one with a zone becomes the town’s', () => {
    expect(wallTime('2026-11-20T09:30:00')).toBe('2026-11-20T09:30')
    expect(wallTime('2026-11-20 09:30')).toBe('2026-11-20T09:30')
    expect(wallTime('2026-11-20T14:30:00Z')).toBe('2026-11-20T09:30')
    expect(wallTime('2026-11-20')).toBe('2026-11-20T00:00')
    for (const text of [null, undefined, '', 'soon']) expect(wallTime(text)).toBeNull()
  })

  test('C-23 a midnight that happens twice is its first; one that the clocks leap over falls an hour later', () => {
    expect(startOfDay('2025-11-02', 'America/Havana')).toEqual(at('2025-11-02T04:00:00Z'))
    expect(startOfDay('2025-03-09', 'America/Havana')).toEqual(at('2025-03-09T05:00:00Z'))
    expect(wallTimeOf(at('2025-03-09T05:00:00Z'), 'America/Havana')).toBe('2025-03-09T01:00')
  })

  test('the start of a day is in that day, and the moment before it is not, in any zone', () => {
    fc.assert(
      fc.property(someMoment, fc.constantFrom(...zones), (moment, zone) => {
        const day = dayOf(moment, zone)
        const start = startOfDay(day, zone)
        expect(dayOf(start, zone)).toBe(day)
        expect(dayOf(new Date(start.getTime() - 1), zone) < day).toBe(true)
      }),
    )
  })

  test('wall times are what Intl shows, in any zone', () => {
    fc.assert(
      fc.property(someMoment, fc.constantFrom(...zones), (moment, zone) => {
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(moment)
        expect(wallTimeOf(moment, zone)).toBe(shown.replace(' ', 'T'))
      }),
    )
  })

  test.skipIf(builtInTemporal() === undefined)(
    'with Temporal, as newer browsers have it, wall times and days are the same as with Intl',
    async () => {
      vi.stubGlobal('Temporal', builtInTemporal())
      vi.resetModules()
      const asked = vi.spyOn(Intl, 'DateTimeFormat')
      const newer = await import('../../src/rules/dates.ts')
      const moments = fc.sample(fc.tuple(someMoment, fc.constantFrom(...zones)), 500)
      const shown = moments.map(([moment, zone]) => newer.wallTimeOf(moment, zone))
      expect(asked).not.toHaveBeenCalled()
      vi.unstubAllGlobals()
      expect(shown).toEqual(moments.map(([moment, zone]) => wallTimeOf(moment, zone)))
    },
  )

  test('a day begins and ends at the town’s midnight, 23 or 25 hours apart when the clocks change', () => {
    const hours = (day: string) => (endOfDay(day).getTime() - startOfDay(day).getTime()) / 3_600_000
    expect(startOfDay('2026-11-20')).toEqual(at('2026-11-20T05:00:00Z'))
    expect(endOfDay('2026-11-20')).toEqual(at('2026-11-21T05:00:00Z'))
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-07-04')]).toEqual([23, 25, 24])
  })

  test('C-15 a day as deadline passes at its end in the town, a date-time at its instant', () => {
    expect(deadlineMoment('2026-11-20')).toEqual(at('2026-11-21T05:00:00Z'))
    expect(deadlineMoment('2026-11-20T12:00:00')).toEqual(at('2026-11-20T12:00:00Z'))
    expect(deadlineMoment(null)).toBeNull()
    expect(deadlineMoment('never')).toBeNull()
  })

  test('days are added across months, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(() => addDays('soon', 1)).toThrow('no day')
    expect([isDay('2026-02-29'), isDay('2028-02-29'), isDay('2028-2-9')]).toEqual([false, true, false])
  })
})

describe('showing moments', () => {
  const morning = '2026-11-20T14:05:00'

  test('VD-20 dates are en-US in New York, comment dates long with hour and minute', () => {
    expect(dateText(morning)).toBe('11/20/2026')
    expect(dateTimeText(morning)).toBe('11/20/2026, 9:05 AM')
    expect(longDateTimeText(morning)).toBe('November 20, 2026 at 9:05 AM')
    expect(timeText(at('2026-11-20T14:05:00Z'))).toBe('9:05 AM')
    expect(dateText('2026-11-21T03:00:00')).toBe('11/20/2026')
  })

  test('VD-20 every date is written as Intl writes it in American English, in any zone', () => {
    const forms: [(moment: Date, zone: string) => string, Intl.DateTimeFormatOptions][] = [
      [dateText, { year: 'numeric', month: 'numeric', day: 'numeric' }],
      [dateTimeText, { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' }],
      [longDateTimeText, { dateStyle: 'long', timeStyle: 'short' }],
      [timeText, { timeStyle: 'short' }],
      [weekdayText, { weekday: 'long', month: 'short', day: 'numeric' }],
    ]
    fc.assert(
      fc.property(someMoment, fc.constantFrom(...zones), fc.constantFrom(...forms), (moment, zone, [text, form]) => {
        const shown = new Intl.DateTimeFormat('en-US', { ...form, timeZone: zone }).format(moment)
        expect(text(moment, zone)).toBe(shown.replaceAll('\u202f', ' '))
      }),
    )
  })

  test('C-15 a day without a time is shown as that day, not the one before', () => {
    expect(dateText('2026-11-20')).toBe('11/20/2026')
  })

  test('nothing to show is empty text, not "Invalid Date"', () => {
    for (const text of [null, undefined, '', 'soon']) expect([dateText(text), dateTimeText(text)]).toEqual(['', ''])
  })

  test('DB-31 IL-02 a schedule shows its wall time, or "Unscheduled"', () => {
    expect(scheduleText('2026-11-20T09:30:00')).toBe('11/20/2026, 9:30 AM')
    expect(scheduleText('2026-11-20T09:30:00', 'Asia/Tokyo')).toBe('11/20/2026, 9:30 AM')
    expect(scheduleText('2026-03-08T02:30')).toBe('3/8/2026, 2:30 AM')
    expect(scheduleText(null)).toBe('Unscheduled')
  })

  test('the age of shown data has its date only when it is not today’s', () => {
    const now = at('2026-11-20T20:00:00Z')
    expect(asOfText(at('2026-11-20T14:05:00Z'), now)).toBe('As of 9:05 AM')
    expect(asOfText(at('2026-11-19T14:05:00Z'), now)).toBe('As of 11/19/2026, 9:05 AM')
  })
})
