import type { StoredOriginal } from '../contract/evidence.ts'
import type { CaptureFacts } from '../contract/photo.ts'

/** The result of checking a file: one sentence, and what it means. */
interface Verdict {
  tone: 'green' | 'yellow' | 'red'
  title: string
  detail: string
}

const tellSupport = 'Tell the person who runs the server. The command npm run verify-log lists all such files.'

/** The text for a stored file, or for content that no stored file has (null). */
export const verdictOf = (found: Pick<StoredOriginal, 'match' | 'state'> | null): Verdict => {
  if (!found)
    return {
      tone: 'yellow',
      title: 'No stored original has this content.',
      detail:
        'A copy that was edited, made smaller or sent through a messaging app differs from its original. Check the file as it came from the phone, or as it was downloaded here.',
    }
  if (found.state === 'gone')
    return {
      tone: 'red',
      title: 'This file was stored, and the file store does not hold it any more.',
      detail: tellSupport,
    }
  if (found.state === 'unreadable')
    return {
      tone: 'red',
      title: 'This file was stored, and the file store cannot read it just now.',
      detail: tellSupport,
    }
  if (found.state === 'changed')
    return {
      tone: 'red',
      title: 'This file was stored, and the file store holds something else in its place.',
      detail: `It was changed after it arrived. ${tellSupport}`,
    }
  return found.match === 'camera'
    ? {
        tone: 'green',
        title: 'This is the picture as it was added on the phone.',
        detail: 'The office holds a smaller copy that the phone made of it. The copy has not changed since it arrived.',
      }
    : {
        tone: 'green',
        title: 'This is a stored original.',
        detail: 'The file store holds the same bytes as on the day when it arrived.',
      }
}

/** '40.12345, -80.12345 (within 20 ft)'; '' without a place. */
export const captureText = (capture: CaptureFacts | null | undefined): string => {
  if (capture?.lat == null || capture.lng == null) return ''
  const place = `${capture.lat.toFixed(5)}, ${capture.lng.toFixed(5)}`
  return capture.accuracy == null ? place : `${place} (within ${feetText(capture.accuracy)})`
}

const feetPerMeter = 3.28084

/** '20 ft' for 6 meters: rounded up, because it is an upper limit. */
export const feetText = (meters: number): string => `${Math.ceil(meters * feetPerMeter)} ft`

/** How far a phone's clock was off, in words; '' if unknown. `ms`: server clock minus the phone's. */
export const clockText = (ms: number | null | undefined): string => {
  if (ms === null || ms === undefined) return ''
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 2) return 'right'
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  return ms > 0 ? `${amount} slow` : `${amount} fast`
}
