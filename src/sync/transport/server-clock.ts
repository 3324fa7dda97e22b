import type { Device } from '../device/device.ts'

/** The server's clock against the device's, as one answer shows it (G-16). */
export interface ServerClock {
  /** How far the server's is ahead (ms); negative if the device's is. */
  aheadMs: number
  /** A difference up to this (ms) means nothing. */
  errorMs: number
}

/** Reads the clock off the headers of an answer; null if they say nothing about it. */
export type ClockOf = (headers: Headers) => ServerClock | null

/**
 * Call it when a request begins, and the returned function with the headers of its answer. An answer may be as old as
 * its request: on a slow connection, or on a phone that was put away meanwhile. The header itself has whole seconds.
 */
export function serverClock(device: Device): ClockOf {
  const askedAt = device.now()
  return (headers) => {
    const date = Date.parse(headers.get('Date') ?? '')
    if (Number.isNaN(date)) return null
    const now = device.now()
    return { aheadMs: date - now, errorMs: Math.max(2_000, now - askedAt + 1_000) }
  }
}
