import type { CaptureFacts } from '../contract/photo.ts'
import { isNowhere } from './point.ts'

/** EXIF values as the camera wrote them. Nothing is checked yet. */
export interface PhotoTags {
  /** DateTimeOriginal: '2026:11:20 14:05:33', the camera's wall clock. */
  takenAt?: string | undefined
  /** OffsetTimeOriginal: '+02:00', if the camera knows its zone. */
  offset?: string | undefined
  /** Degrees; south and west are negative. */
  latitude?: number | undefined
  longitude?: number | undefined
  /** GPSHPositioningError, in metres. */
  positionError?: number | undefined
}

/** Turns a wall time without a zone ('2026-11-20T14:05:33') into an ISO moment; null if it is not a time. */
export type WallToMoment = (wall: string) => string | null

/** What the phone knew when the picture was taken (gap G-10). Implausible values are left out, never guessed. */
export const captureFacts = (tags: PhotoTags, wallToMoment: WallToMoment): CaptureFacts => {
  const position = positionOf(tags)
  return {
    taken_at: momentOf(tags, wallToMoment),
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    accuracy: position && isSound(tags.positionError, 0, 100_000) ? tags.positionError : null,
  }
}

/** The device's own zone, because the phone that took the picture is nearly always the one that reads it. */
export const deviceWallToMoment: WallToMoment = (wall) => isoOf(wall)

const momentOf = ({ takenAt, offset }: PhotoTags, wallToMoment: WallToMoment): string | null => {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(takenAt ?? '')
  if (!parts) return null
  const [, year = '', month = '', day = '', ...time] = parts
  // A camera whose clock was never set writes zeros.
  if (Number(year) < 1990 || month === '00' || day === '00') return null
  const wall = `${year}-${month}-${day}T${time.join(':')}`
  return /^[+-]\d\d:\d\d$/.test(offset ?? '') ? isoOf(wall + offset) : wallToMoment(wall)
}

const isoOf = (time: string): string | null => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const positionOf = ({ latitude, longitude }: PhotoTags): { lat: number; lng: number } | null => {
  if (!isSound(latitude, -90, 90) || !isSound(longitude, -180, 180)) return null
  return isNowhere(latitude, longitude) ? null : { lat: latitude, lng: longitude }
}

const isSound = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && Number.isFinite(value) && value >= least && value <= most
